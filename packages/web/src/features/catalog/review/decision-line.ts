/** Sends decisions while the user continues: one call at a time, each with all decisions made meanwhile. */
import type { Decision } from '@packshot/contract/catalog/items';

/** Maximum number of decisions in a call. */
const AT_ONCE = 500;

type DecisionBatch = readonly { readonly row: number; readonly decision: Decision }[];

const asSent = (decisions: readonly (readonly [number, Decision])[]): DecisionBatch =>
  decisions.map(([row, decision]) => ({ row, decision }));

export type DecisionLine = ReturnType<typeof createDecisionLine>;

/** Queues of the runs reviewed on this page, by run ID. */
const lines = new Map<string, DecisionLine>();

/** Registers the queue of a run, so that `decisionsArrived` waits for it. */
export function trackDecisions(runId: string, line: DecisionLine): DecisionLine {
  lines.set(runId, line);
  return line;
}

/**
 * Resolves once no call with decisions about a run is in progress. Counts that are read afterwards include all
 * decisions that could be sent.
 */
export const decisionsArrived = async (runId: string): Promise<void> =>
  void (await lines.get(runId)?.waitUntilSettled());

/**
 * Creates the queue of decisions for a run.
 * @param send sends one call; the browser has to finish the last call even if the page closes
 * @param onState receives the number of unsent decisions, and the last call's failure
 */
export function createDecisionLine(
  send: (decisions: DecisionBatch, isLast: boolean) => Promise<void>,
  onState: (waiting: number, failure: unknown) => void,
) {
  /** Unsent decisions: the latest for each row, in the order of the first decision. */
  let waiting = new Map<number, Decision>();
  let flight: Promise<boolean> | null = null;
  let flying: readonly (readonly [number, Decision])[] = [];

  const run = async (): Promise<boolean> => {
    while (waiting.size > 0) {
      const nextBatch = [...waiting].slice(0, AT_ONCE);
      waiting = new Map([...waiting].slice(AT_ONCE));
      try {
        flying = nextBatch;
        await send(asSent(nextBatch), false);
      } catch (error) {
        // Returns the failed call's decisions to the queue; decisions made during the call are newer and replace them.
        waiting = new Map([...nextBatch, ...waiting]);
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
    /** Called when the page closes: sends all unconfirmed decisions now, because calls in progress end with it. */
    leave: (): void => {
      const open = [...new Map([...flying, ...waiting])];
      for (let at = 0; at < open.length; at += AT_ONCE)
        void send(asSent(open.slice(at, at + AT_ONCE)), true).catch(() => undefined);
    },
    retry: (): void => void start(),
    /** Resolves once no call is in progress; false if decisions couldn't be sent. */
    waitUntilSettled: async (): Promise<boolean> => {
      while (flight !== null) await flight;
      return waiting.size === 0;
    },
  };
}
