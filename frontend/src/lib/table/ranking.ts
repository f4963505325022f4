/** Places in a ranking. */

/** Groups that share a place, the best first, as one list: whoever shares a place has the same number. */
export function placesOf(ranking: readonly (readonly number[])[]): { who: number; place: number }[] {
  return ranking.flatMap((group, rank) =>
    group.map((who) => ({ who, place: 1 + ranking.slice(0, rank).flat().length })),
  );
}

/** The place of somebody in a ranking; equals share one. */
export function placeOf(ranking: number[][] | null, who: number): number {
  let better = 0;
  for (const equals of ranking ?? []) {
    if (equals.includes(who)) return better + 1;
    better += equals.length;
  }
  return 1;
}
