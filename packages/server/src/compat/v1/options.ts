import type { Services } from '../services.ts';
import type { LimitCheck } from '../../platform/http/rate-limits.ts';
import type { CallsPerKey } from './key-limit.ts';

export interface V1Options {
  readonly services: Services;
  /** The address users see; null when it is whatever they typed. */
  readonly publicUrl: string | null;
  readonly addressLimit: LimitCheck;
  /** Calls of one key; null: as many as it likes. */
  readonly callsPerKey: CallsPerKey | null;
  /** False on a server that counts nothing: answers then have no credits. */
  readonly hasBilling: boolean;
  readonly heartbeatIntervalMs?: number | undefined;
}
