import type { Services } from '../services.ts';
import type { LimitCheck } from '../../platform/http/rate-limits.ts';
import type { CallsPerKey } from './key-limit.ts';

export interface V1Options {
  readonly services: Services;
  /** Public URL of this server, or null to use the host of each request. */
  readonly publicUrl: string | null;
  readonly addressLimit: LimitCheck;
  /** Limit of calls per API key, or null without a limit. */
  readonly callsPerKey: CallsPerKey | null;
  /** False on a server without billing, whose responses have no credits. */
  readonly hasBilling: boolean;
  readonly heartbeatIntervalMs?: number | undefined;
}
