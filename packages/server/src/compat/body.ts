import { UPLOAD_MAX_BYTES } from '@packshot/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../platform/domain-error.ts';
import { discardBody } from '../platform/http/discard-body.ts';
import { parseJson } from '../platform/http/json-body.ts';
import { parseLargeBody } from '../platform/http/large-body.ts';
import { readFormFile } from '../platform/http/read-form-file.ts';
import { invalid } from './refusals.ts';

interface SentFile {
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

/** Fields of a request body: texts, and the files of a form. */
export interface SentFields {
  readonly texts: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, SentFile>>;
}

/** Size limit of a body with a picture as base64 text, including all other fields. */
const TEXT_BODY_MAX_BYTES = Math.ceil((UPLOAD_MAX_BYTES * 4) / 3) + 128 * 1024;
/** Size limit of all files of a form together: a photo, possibly as text, and a background picture. */
const FILES_MAX_BYTES = TEXT_BODY_MAX_BYTES + UPLOAD_MAX_BYTES;
const FIELDS_MAX = 48;
/** Size limit of a form field that isn't a picture. */
const FIELD_MAX_BYTES = 64 * 1024;
const PICTURE_TEXT = 'image_file_b64';

/** Makes a Fastify scope accept JSON, URL-encoded forms and multipart forms. */
export function acceptFields(scope: FastifyInstance): void {
  scope.removeContentTypeParser(['application/json', 'text/plain']);
  parseJson(scope, TEXT_BODY_MAX_BYTES);
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer', bodyLimit: TEXT_BODY_MAX_BYTES },
    async (request: FastifyRequest, bytes: Buffer<ArrayBuffer>) => {
      assertFewFields(bytes);
      return parseLargeBody(request, { kind: 'form', bytes });
    },
  );
}

/**
 * Checks that a form doesn't have too many fields.
 * @throws DomainError BAD_REQUEST
 */
function assertFewFields(form: Buffer): void {
  let fields = 1;
  for (let at = form.indexOf('&'); at !== -1; at = form.indexOf('&', at + 1)) {
    fields += 1;
    if (fields > FIELDS_MAX) throw invalid('body', `Send at most ${FIELDS_MAX} parameters.`);
  }
}

/**
 * Hook that checks the declared content length before the client sends the body.
 * @throws DomainError TOO_LARGE_BYTES
 */
export async function refuseDeclaredLength(request: FastifyRequest): Promise<void> {
  if (Number(request.headers['content-length'] ?? 0) <= 2 * TEXT_BODY_MAX_BYTES) return;
  discardBody(request);
  throw new DomainError('TOO_LARGE_BYTES');
}

/**
 * Reads the fields of a request body. Empty fields count as missing, as in the services this endpoint is compatible
 * with. Files are read only from the fields in `fileNames`.
 * @throws DomainError BAD_REQUEST, TOO_LARGE_BYTES
 */
export async function readFields(request: FastifyRequest, fileNames: readonly string[]): Promise<SentFields> {
  const texts = Object.create(null) as Record<string, string>;
  const files = Object.create(null) as Record<string, SentFile>;
  if (request.isMultipart()) {
    await readForm(request, fileNames, { texts, files });
    return { texts, files };
  }
  const { body } = request;
  if (body === undefined || body === null) return { texts, files };
  if (typeof body !== 'object' || Array.isArray(body)) throw invalid('body', 'Send an object.');
  const entries: [string, unknown][] = Object.entries(body);
  if (entries.length > FIELDS_MAX) throw invalid('body', `Send at most ${FIELDS_MAX} parameters.`);
  for (const [name, value] of entries) {
    if (value === null || value === undefined || value === '') continue;
    if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
      throw invalid(name.slice(0, 40), 'Send a text.');
    texts[name] = String(value);
  }
  return { texts, files };
}

/** Treats a base64 picture as a file, so that it is streamed: decoding it as one field would take too long. */
const isPartAFile = (
  name: string | undefined,
  type: string | undefined,
  fileName: string | undefined,
): boolean => name === PICTURE_TEXT || type === 'application/octet-stream' || fileName !== undefined;

async function readForm(
  request: FastifyRequest,
  fileNames: readonly string[],
  { texts, files }: { readonly texts: Record<string, string>; readonly files: Record<string, SentFile> },
): Promise<void> {
  const limits = {
    fields: FIELDS_MAX,
    fieldSize: FIELD_MAX_BYTES,
    files: fileNames.length + 1,
    // Reads one byte more than allowed, so that a file that is too large can be noticed.
    fileSize: TEXT_BODY_MAX_BYTES + 1,
  };
  let textBytes = 0;
  let leftBytes = FILES_MAX_BYTES;
  try {
    for await (const part of request.parts({ limits, isPartAFile })) {
      if (part.type === 'field') {
        const text = String(part.value);
        textBytes += text.length;
        if (part.valueTruncated || textBytes > TEXT_BODY_MAX_BYTES) throw new DomainError('TOO_LARGE_BYTES');
        if (text !== '') texts[part.fieldname] = text;
        continue;
      }
      const isText = part.fieldname === PICTURE_TEXT;
      if (!isText && !fileNames.includes(part.fieldname))
        throw invalid(part.fieldname, 'There is no such file.');
      // The declared length doesn't limit a chunked body, so all files together are limited here.
      const maxBytes = isText ? TEXT_BODY_MAX_BYTES : UPLOAD_MAX_BYTES;
      const bytes = await readFormFile(part, Math.min(maxBytes, leftBytes));
      leftBytes -= bytes.byteLength;
      if (isText) {
        if (bytes.byteLength > 0) texts[PICTURE_TEXT] = bytes.toString('latin1');
        continue;
      }
      if (bytes.byteLength > 0) files[part.fieldname] = { bytes, fileName: part.filename ?? '' };
    }
  } catch (error) {
    discardBody(request);
    if (error instanceof DomainError) throw error;
    // All parser errors are caused by the client's data.
    throw new DomainError('BAD_REQUEST', { detail: { reason: 'The form is broken.' }, cause: error });
  }
}
