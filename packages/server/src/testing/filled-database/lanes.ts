/** Work for one of several connections. */
export interface LaneWork<Lane> {
  readonly name: string;
  /** What has to be done before. */
  readonly after: readonly string[];
  readonly run: (lane: Lane) => Promise<void>;
}

/**
 * Does all of it, as much at a time as there are lanes, each as soon as what it needs is done; of what could begin, the first.
 * @throws Error when something waits for what never comes
 */
export async function inLanes<Lane>(lanes: readonly Lane[], work: readonly LaneWork<Lane>[]): Promise<void> {
  const waiting = [...work];
  const done = new Set<string>();
  const running = new Map<Lane, Promise<void>>();
  while (waiting.length > 0 || running.size > 0) {
    for (const lane of lanes.filter((each) => !running.has(each))) {
      const index = waiting.findIndex(({ after }) => after.every((name) => done.has(name)));
      if (index === -1) break;
      const [next] = waiting.splice(index, 1);
      if (next === undefined) break;
      const ended = next.run(lane).then(() => {
        done.add(next.name);
        running.delete(lane);
      });
      running.set(lane, ended);
    }
    if (running.size === 0) throw new Error(`Nothing does what ${waiting[0]?.name ?? ''} waits for`);
    await Promise.race(running.values());
  }
}
