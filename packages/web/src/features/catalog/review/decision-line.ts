/** Carries decisions to the server while people go on deciding: one call at a time, with all that came meanwhile. */
import type { Decision } from '@packshot/contract/catalog/items';

/** By one call. */
const AT_ONCE = 500;

type Sent = readonly { readonly row: number; readonly decision: Decision }[];

const asSent = (decisions: readonly (readonly [number, Decision])[]): Sent =>
  decisions.map(([row, decision]) => ({ row, decision }));

export type DecisionLine = ReturnType<typeof createDecisionLine>;

/** Lines of the runs reviewed on this page, by run id. */
const lines = new Map<string, DecisionLine>();

/** Makes `decisionsArrived` wait for this line. */
export function trackDecisions(runId: string, line: DecisionLine): DecisionLine {
  lines.set(runId, line);
  return line;
}

/** Resolves when no decision about a run is under way, so that counts read afterwards include them all. */
export const decisionsArrived = async (runId: string): Promise<void> =>
  void (await lines.get(runId)?.settled());

/**
 * @param send one call; the last one has to outlive the page
 * @param onState how many are not sent yet, and why the last call failed
 */
export function createDecisionLine(
  send: (decisions: Sent, isLast: boolean) => Promise<void>,
  onState: (waiting: number, failure: unknown) => void,
) {
  /** The last decision about a row counts; in the order in which rows were decided first. */
  let waiting = new Map<number, Decision>();
  let flight: Promise<boolean> | null = null;
  /** What that call carries. */
  let flying: readonly (readonly [number, Decision])[] = [];

  const run = async (): Promise<boolean> => {
    while (waiting.size > 0) {
      const taken = [...waiting].slice(0, AT_ONCE);
      waiting = new Map([...waiting].slice(AT_ONCE));
      try {
        flying = taken;
        await send(asSent(taken), false);
      } catch (error) {
        // What was decided meanwhile is newer.
        waiting = new Map([...taken, ...waiting]);
        onState(waiting.size, error);
        return false;
      } finally {
        flying = [];
      }
      onState(waiting.size, null);
    }
    return true;
  };
  const start = (): Promise<boolean> =>
    (flight ??= run().finally(() => {
      flight = null;
    }));

  return {
    add: (row: number, decision: Decision): void => {
      waiting.set(row, decision);
      onState(waiting.size, null);
      void start();
    },
    /** The page is left: what has not been answered is sent by itself, now, since calls under way end with their page. */
    leave: (): void => {
      const open = [...new Map([...flying, ...waiting])];
      for (let at = 0; at < open.length; at += AT_ONCE)
        void send(asSent(open.slice(at, at + AT_ONCE)), true).catch(() => undefined);
    },
    /** Tries again what could not be sent. */
    retry: (): void => void start(),
    /** Resolves when nothing is under way; false when something could not be sent. */
    settled: async (): Promise<boolean> => {
      while (flight !== null) await flight;
      return waiting.size === 0;
    },
  };
}
