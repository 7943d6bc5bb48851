import type { Services } from '../services.ts';
import type { LimitCheck } from '../../platform/http/rate-limits.ts';
import type { CallsPerKey } from './key-limit.ts';

export interface V1Options {
  readonly services: Services;
  /** Public URL, or null to use the host of each request. */
  readonly publicUrl: string | null;
  readonly addressLimit: LimitCheck;
  /** Call limit per key, or null without a limit. */
  readonly callsPerKey: CallsPerKey | null;
  /** False on a server without billing, whose responses have no credits. */
  readonly hasBilling: boolean;
  readonly heartbeatIntervalMs?: number | undefined;
}
