/** Work for one of several connections. */
export interface LaneWork<Lane> {
  readonly name: string;
  /** Names of work that must be done first. */
  readonly after: readonly string[];
  readonly run: (lane: Lane) => Promise<void>;
}

/**
 * Runs all work with one item per lane, each as soon as its dependencies are done, in list order.
 * @throws Error if an item depends on work that never runs
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
