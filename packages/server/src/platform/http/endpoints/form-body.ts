import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../domain-error.ts';
import { discardBody } from '../discard-body.ts';

/** Limits of a form. Forms contain keys, numbers and prompts, never files, which clients upload separately. */
const MAX_FIELDS = 64;
const MAX_FIELD_BYTES = 16 * 1024;
const MAX_URLENCODED_BYTES = 64 * 1024;

type BodyFields = Record<string, string | string[]>;

/**
 * Makes a Fastify scope parse multipart and URL-encoded forms into `request.body`. A field that is sent several times
 * becomes a list. Requires the multipart plugin.
 */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeContentTypeParser(['application/json', 'text/plain']);
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: MAX_URLENCODED_BYTES },
    async (_request: FastifyRequest, body: string) => {
      const fields = emptyForm();
      for (const [name, value] of new URLSearchParams(body)) addField(fields, name, value);
      return fields;
    },
  );
  scope.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await readMultipartFields(request);
  });
}

async function readMultipartFields(request: FastifyRequest): Promise<BodyFields> {
  const fields = emptyForm();
  const limits = { files: 0, fields: MAX_FIELDS, parts: MAX_FIELDS, fieldSize: MAX_FIELD_BYTES };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file' || part.valueTruncated || part.fieldnameTruncated) throw badForm('TOO_LONG');
      addField(fields, part.fieldname, String(part.value));
    }
  } catch (error) {
    discardBody(request);
    // All parser errors are caused by the client's data.
    throw error instanceof DomainError ? error : badForm('BROKEN_FORM', error);
  }
  return fields;
}

function badForm(reason: string, cause?: unknown): DomainError {
  return new DomainError('BAD_REQUEST', { detail: { reason }, cause });
}

/** The object has no prototype, so that no field name has a special meaning. */
function emptyForm(): BodyFields {
  return Object.create(null) as BodyFields;
}

function addField(fields: BodyFields, name: string, value: string): void {
  const present = fields[name];
  if (present === undefined) fields[name] = value;
  else if (Array.isArray(present)) present.push(value);
  else fields[name] = [present, value];
}
