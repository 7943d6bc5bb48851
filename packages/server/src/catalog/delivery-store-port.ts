import type { DeliveryStep, ErrorCode, ItemState } from '@packshot/contract';
import type { KeptRun } from './run-store-port.ts';

/** The row of `manifest.csv`, which belongs to no photo. */
export const MANIFEST_ROW = 0;

/** A file on its way into a bucket. */
export interface KeptDelivery {
  readonly runId: string;
  readonly row: number;
  readonly outputId: string;
  readonly name: string;
  readonly state: DeliveryStep;
  readonly reason: ErrorCode | null;
  readonly tries: number;
}

/** One in the hands of a worker. */
export interface ClaimedDelivery extends KeptDelivery {
  /** Of the file in our own store; null: the manifest. */
  readonly storedKey: string | null;
  readonly sha256: string;
}

export interface DeliveryFigures {
  readonly waiting: number;
  readonly delivered: number;
  readonly failed: number;
  readonly held: number;
  readonly manifest: DeliveryStep | null;
  readonly reason: ErrorCode | null;
}

export interface RunDeliveryStore {
  /** Runs with a destination whose files have not all arrived or been given up, the longest first. */
  listOpen(limit: number): Promise<readonly KeptRun[]>;
  findRun(runId: string): Promise<KeptRun | null>;
  /**
   * Adds files of items in these states that are not delivered as they are now, and takes out what is no longer to be delivered. Safe to repeat.
   * @returns how many were added
   */
  plan(runId: string, states: readonly ItemState[], now: Date): Promise<number>;
  planManifest(runId: string, now: Date): Promise<void>;
  /** Runs with files that are due, to which no worker was sent since `queuedBefore`; notes that one is now. */
  takeDue(now: Date, queuedBefore: Date, limit: number): Promise<readonly string[]>;
  /** Takes the file that is due the longest in hand; the manifest last. */
  claim(runId: string, now: Date, until: Date): Promise<ClaimedDelivery | null>;
  /** False when another worker has noted something meanwhile. */
  note(
    delivery: Pick<KeptDelivery, 'runId' | 'row' | 'outputId' | 'tries'> & { readonly sha256: string },
    outcome: {
      readonly state: DeliveryStep;
      readonly reason: ErrorCode | null;
      readonly nextTryAt: Date | null;
    },
  ): Promise<boolean>;
  release(delivery: Pick<KeptDelivery, 'runId' | 'row' | 'outputId'>): Promise<void>;
  /** Everything that waits, at once. */
  failWaiting(runId: string, reason: ErrorCode): Promise<void>;
  postponeWaiting(runId: string, until: Date): Promise<void>;
  /** What failed waits again, with all its tries. */
  retryFailed(runId: string, now: Date): Promise<void>;
  /** Whatever comes is delivered again, and the manifest anew. */
  reopen(runId: string): Promise<void>;
  /** Nothing was delivered anywhere. */
  clear(runId: string): Promise<void>;
  figures(runIds: readonly string[]): Promise<ReadonlyMap<string, DeliveryFigures>>;
  ofRows(runId: string, rows: readonly number[]): Promise<readonly KeptDelivery[]>;
}
