interface TurnQueue {
  running: number;
  readonly waiting: (() => void)[];
}

/** Limits the concurrent calls of an organization; further calls wait in order of arrival. */
export function createTurns(atOnce: number) {
  const lines = new Map<string, TurnQueue>();
  return async <Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> => {
    const line = lines.get(organizationId) ?? { running: 0, waiting: [] };
    lines.set(organizationId, line);
    if (line.running < atOnce) line.running += 1;
    else await new Promise<void>((resolve) => line.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next !== undefined) next();
      else if (--line.running === 0) lines.delete(organizationId);
    }
  };
}
