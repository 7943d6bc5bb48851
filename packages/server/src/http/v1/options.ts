import type { Services } from '../../domain/services.ts';
import type { LimitCheck, RateLimit } from '../rate-limits.ts';

export interface V1Options {
  readonly services: Services;
  /** The address users see; null when it is whatever they typed. */
  readonly publicUrl: string | null;
  readonly addressLimit: LimitCheck;
  /** Calls of one key; null: as many as it likes. */
  readonly callsPerKey: RateLimit | null;
  readonly heartbeatIntervalMs?: number | undefined;
}
