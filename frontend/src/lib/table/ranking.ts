/** Who came where. */

/** Groups that share a place, the best first, as one list: whoever shares a place has the same number. */
export function placesOf(ranking: readonly (readonly number[])[]): { who: number; place: number }[] {
  return ranking.flatMap((group, rank) =>
    group.map((who) => ({ who, place: 1 + ranking.slice(0, rank).flat().length })),
  );
}
