/** Items of one run in work at once: more would only wait in the queue, and be there when a run is paused. */
export const ITEMS_AT_ONCE = 8;
/** Of all runs together. */
export const ITEMS_OF_ALL = 24;

/** What of a run is waiting, in work, and done with. */
export interface RunInWork {
  readonly id: string;
  readonly ownerId: string;
  readonly waiting: number;
  readonly inWork: number;
  readonly settled: number;
}

/**
 * How many more items of each run may be put to work. One place after another goes to the owner who has the fewest in work, within an owner to the run that has
 * the fewest, and among equals to the one that is least far: so nobody waits behind somebody else's ten thousand, however many runs that owner has.
 * @param runs the first of equals first
 * @param taken places of runs that are not among these
 * @returns by the runs' ids; those that get none are not in it
 */
export function sharePlaces(runs: readonly RunInWork[], taken: number): ReadonlyMap<string, number> {
  const given = new Map<string, number>();
  const ofOwner = new Map<string, number>();
  let open = ITEMS_OF_ALL - taken;
  for (const { ownerId, inWork } of runs) {
    ofOwner.set(ownerId, (ofOwner.get(ownerId) ?? 0) + inWork);
    open -= inWork;
  }
  const givenTo = ({ id }: RunInWork): number => given.get(id) ?? 0;
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
    given.set(next.id, givenTo(next) + 1);
    ofOwner.set(next.ownerId, (ofOwner.get(next.ownerId) ?? 0) + 1);
  }
  return given;
}
