import { FILE_REFUSAL_CODES } from '../errors.ts';
import type { ErrorCode } from '../errors.ts';

/** Properties that all calls that start a generation share: each responds with a stream of events about its tasks. */
export const STARTS_TASKS = {
  method: 'POST',
  auth: 'bearer',
  tag: 'Generations',
  body: 'form',
  answer: 'stream',
  successStatus: 200,
  idempotent: true,
} as const;

/** Error codes of every call that starts a generation from a picture. */
export const GENERATION_ERRORS = [
  'OUT_OF_CREDITS',
  'UPLOAD_NOT_FOUND',
  'IDEMPOTENCY_CONFLICT',
  'INDECENT_IMAGE',
  'ENGINE_NOT_AVAILABLE',
  'STORAGE_QUOTA',
  'GUEST_STORAGE_QUOTA',
  'GUEST_QUEUE_FULL',
  'QUEUE_TOO_LONG',
  ...FILE_REFUSAL_CODES,
] as const satisfies readonly ErrorCode[];
