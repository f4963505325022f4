/** A city in words, for those who hear the map. */
import type { Placing } from '$lib/api';
import type { City } from '$lib/dicetrip/editions';
import { say, sayAny } from '$lib/texts.svelte';

type Marks = Record<string, number | 'x'>;

export function stateOf(id: string, marks: Marks): string {
  const mark = marks[id];
  if (mark === undefined) return say('app.city_empty');
  return mark === 'x' ? say('app.city_crossed') : String(mark);
}

/** Its name, colour, what stands in it, and its neighbours with what stands in them. */
export function describeCity(
  city: City,
  marks: Marks,
  linked: City[],
  isDraft: boolean,
  placing?: Placing,
): string {
  const parts = [city.name];
  if (city.colour) parts.push(sayAny(`colour.${city.colour}`));
  parts.push(stateOf(city.id, marks));
  if (isDraft) parts.push(say('app.city_draft'));
  const roads = linked.map((other) => `${other.name} ${stateOf(other.id, marks)}`).join(', ');
  const said = `${parts.join(', ')}. ${say('app.roads_to', { cities: roads })}`;
  return placing?.total ? `${said} ${say('app.city_brings', { count: placing.total })}` : said;
}
