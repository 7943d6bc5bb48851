/** Maximum number of running items per run. More would only wait in the queue and delay pausing. */
export const ITEMS_AT_ONCE = 8;
/** Maximum number of running items of all runs together. */
export const ITEMS_OF_ALL = 24;

export interface RunInWork {
  readonly id: string;
  readonly ownerId: string;
  readonly waiting: number;
  readonly inWork: number;
  readonly settled: number;
}

/**
 * Distributes places (slots for concurrent items) among runs. Each place goes to the owner with the fewest running
 * items, then to that owner's run with the fewest, then to the run that has progressed least. No user therefore waits
 * behind another user's ten thousand photos, however many runs that user has.
 * @param runs in order of precedence among equals
 * @param occupiedPlaces number of places used by runs that aren't in the list
 * @returns number of places by run id; runs without a place are left out
 */
export function sharePlaces(runs: readonly RunInWork[], occupiedPlaces: number): ReadonlyMap<string, number> {
  const placesByRun = new Map<string, number>();
  const ofOwner = new Map<string, number>();
  let open = ITEMS_OF_ALL - occupiedPlaces;
  for (const { ownerId, inWork } of runs) {
    ofOwner.set(ownerId, (ofOwner.get(ownerId) ?? 0) + inWork);
    open -= inWork;
  }
  const givenTo = ({ id }: RunInWork): number => placesByRun.get(id) ?? 0;
  const before = (a: RunInWork, b: RunInWork): boolean => {
    const [ofA, ofB] = [ofOwner.get(a.ownerId) ?? 0, ofOwner.get(b.ownerId) ?? 0];
    if (ofA !== ofB) return ofA < ofB;
    const [inA, inB] = [a.inWork + givenTo(a), b.inWork + givenTo(b)];
    return inA === inB ? a.settled < b.settled : inA < inB;
  };
  for (; open > 0; open--) {
    let next: RunInWork | undefined;
    for (const run of runs) {
      const mayHave = Math.min(run.waiting, ITEMS_AT_ONCE - run.inWork) - givenTo(run);
      if (mayHave > 0 && (next === undefined || before(run, next))) next = run;
    }
    if (next === undefined) break;
    placesByRun.set(next.id, givenTo(next) + 1);
    ofOwner.set(next.ownerId, (ofOwner.get(next.ownerId) ?? 0) + 1);
  }
  return placesByRun;
}
