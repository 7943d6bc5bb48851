import { UPLOAD_MAX_BYTES } from '@packshot/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../platform/domain-error.ts';
import type { LocalObjectGateway } from '../platform/objects/local-object-gateway.ts';
import type { UploadService } from './service.ts';
import { discardBody } from '../platform/http/discard-body.ts';
import type { LimitCheck } from '../platform/http/rate-limits.ts';

/** Maximum size of the form without the file: boundaries, part headers and the policy's fields. */
const MAX_ENVELOPE_BYTES = 64 * 1024;
const FIELD_LIMITS = { fields: 32, fieldSize: 16 * 1024 };

export interface UploadRouteOptions {
  readonly path: string;
  readonly gateway: LocalObjectGateway;
  readonly uploads: Pick<UploadService, 'assertAwaited' | 'noteArrival'>;
  readonly limitCheck: LimitCheck;
}

/**
 * Registers the route for presigned POST uploads to the local store. Follows the rules of a bucket: fields first, the
 * file last. The file is streamed to the store and measured on the way, so it is never in memory as a whole.
 */
export function registerUploadRoute(
  app: FastifyInstance,
  { path, gateway, uploads, limitCheck }: UploadRouteOptions,
): void {
  void app.register(async (scope) => {
    scope.removeContentTypeParser(['application/json', 'text/plain']);
    scope.post(path, {
      config: { isUpload: true },
      onRequest: [limitCheck, refuseDeclaredLength],
      handler: async (request, reply) => {
        const { etag } = await receiveUpload(request, gateway, uploads);
        return reply.code(204).header('etag', `"${etag}"`).send();
      },
    });
  });
}

/** Checks the declared content length before the client sends the body. */
async function refuseDeclaredLength(request: FastifyRequest): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) > UPLOAD_MAX_BYTES + MAX_ENVELOPE_BYTES) {
    discardBody(request);
    throw new DomainError('TOO_LARGE_BYTES');
  }
}

async function receiveUpload(
  request: FastifyRequest,
  gateway: LocalObjectGateway,
  uploads: UploadRouteOptions['uploads'],
) {
  try {
    const { fields, file } = await readUntilFile(request);
    const grant = gateway.verifyUploadPolicy(fields);
    // If the form ends in the middle of the file, the error occurs in the file's stream.
    let streamError: unknown;
    file.once('error', (error) => (streamError = error));
    await uploads.assertAwaited(grant.key);
    try {
      const received = await gateway.receive(grant, file);
      await uploads.noteArrival(grant.key, received.sizeBytes);
      return received;
    } catch (error) {
      throw error === streamError ? brokenForm(error) : error;
    }
  } finally {
    discardBody(request);
  }
}

/** Reads the fields before the file, and returns the file as an unread stream. Fields after the file are ignored. */
async function readUntilFile(request: FastifyRequest) {
  const fields: Record<string, string> = {};
  // The parser accepts one byte more than any policy allows, so that the store notices the excess.
  const limits = { ...FIELD_LIMITS, files: 1, fileSize: UPLOAD_MAX_BYTES + 1 };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        if (part.fieldname !== 'file') break;
        return { fields, file: part.file };
      }
      fields[part.fieldname] = String(part.value);
    }
  } catch (error) {
    throw brokenForm(error);
  }
  throw brokenForm();
}

function brokenForm(cause?: unknown): DomainError {
  return new DomainError('BAD_REQUEST', { detail: { reason: 'BROKEN_FORM' }, cause });
}
