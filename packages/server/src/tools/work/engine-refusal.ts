import { ImageRefusal } from '@packshot/image-engine/pixels';
import { DomainError } from '../../platform/domain-error.ts';

/**
 * Converts an engine's error about a picture or missing capacity to a DomainError; returns any other error unchanged.
 */
export async function engineRefusal(error: unknown): Promise<unknown> {
  if (error instanceof ImageRefusal) return new DomainError(error.code, { cause: error });
  const { JobLimitError } = await import('@packshot/image-engine');
  if (!(error instanceof JobLimitError)) return error;
  return new DomainError(error.isMachineBusy ? 'SERVERS_BUSY' : 'TASK_TOO_HEAVY', { cause: error });
}
