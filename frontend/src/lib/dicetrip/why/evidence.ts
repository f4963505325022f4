/** Where the points of a line come from: the cities behind it, and their names in words. */
import type { Edition } from '$lib/dicetrip/editions';
import type { Line } from '$lib/dicetrip/sheet/score';
import type { Marks, Sheet } from '$lib/dicetrip/views';
import { local, say, sayAny } from '$lib/texts.svelte';

/** A line of the score that has a rule of its own. */
export type PaidLine = Exclude<Line['key'], 'total'>;

/** What is shown of a line: on the map its cities, in words what they are. */
export interface Evidence {
  line: PaidLine;
  cities: string[];
  words: string;
}

export function evidenceOf(line: PaidLine, { marks, score }: Sheet, edition: Edition): Evidence {
  const name = (id: string): string => edition.cities.find((city) => city.id === id)?.name ?? id;
  const chain = (path: string[]) => path.map((id) => `${name(id)} ${marks[id] ?? ''}`).join(' – ');
  switch (line) {
    case 'bonus': {
      const cities = Object.keys(score.bonus_cities);
      const why = (id: string) => sayAny(`score.reason.${score.bonus_cities[id]}`);
      return { line, cities, words: cities.map((id) => `${name(id)} (${why(id)})`).join(', ') };
    }
    case 'crossed': {
      const cities = crossedIn(marks);
      return { line, cities, words: cities.map(name).join(', ') };
    }
    case 'road':
      return { line, cities: score.road_path, words: chain(score.road_path) };
    case 'series':
      return { line, cities: score.series_path, words: chain(score.series_path) };
    case 'zones': {
      const zones = edition.zones.filter((zone) => score.clean_zones.includes(zone.id));
      return {
        line,
        cities: zones.flatMap((zone) => zone.cities),
        words: zones.map((zone) => local(zone.names)).join(', '),
      };
    }
    case 'tens': {
      const { tens_city: city, tens_cities: cities } = score;
      const said = city ? say('app.why_tens_city', { city: name(city) }) : '';
      return { line, cities, words: [said, cities.map(name).join(', ')].filter(Boolean).join(' ') };
    }
  }
}

const crossedIn = (marks: Marks): string[] => Object.keys(marks).filter((id) => marks[id] === 'x');
