/** A piece of work for one of several connections (lanes). */
export interface LaneWork<Lane> {
  readonly name: string;
  /** Names of the pieces of work that must be done before. */
  readonly after: readonly string[];
  readonly run: (lane: Lane) => Promise<void>;
}

/**
 * Runs all pieces of work, one at a time per lane. Each starts as soon as the work it depends on is done, in the order
 * of the list.
 * @throws Error if a piece depends on work that never runs
 */
export async function inLanes<Lane>(lanes: readonly Lane[], work: readonly LaneWork<Lane>[]): Promise<void> {
  const waiting = [...work];
  const completedNames = new Set<string>();
  const running = new Map<Lane, Promise<void>>();
  while (waiting.length > 0 || running.size > 0) {
    for (const lane of lanes.filter((each) => !running.has(each))) {
      const index = waiting.findIndex(({ after }) => after.every((name) => completedNames.has(name)));
      if (index === -1) break;
      const [next] = waiting.splice(index, 1);
      if (next === undefined) break;
      const ended = next.run(lane).then(() => {
        completedNames.add(next.name);
        running.delete(lane);
      });
      running.set(lane, ended);
    }
    if (running.size === 0) throw new Error(`Nothing does what ${waiting[0]?.name ?? ''} waits for`);
    await Promise.race(running.values());
  }
}
