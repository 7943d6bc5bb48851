import { UPLOAD_MAX_BYTES, V1_TABLE_MEDIA_TYPES } from '@packshot/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from '../../platform/domain-error.ts';
import type { SentPicture } from '../../tools/public-jobs/pictures.ts';
import { discardBody } from '../../platform/http/discard-body.ts';
import { parseJson } from '../../platform/http/json-body.ts';
import { readFormFile } from '../../platform/http/read-form-file.ts';

export interface SentCall {
  readonly pictures: Readonly<Record<string, SentPicture>>;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Maximum size of a form without its pictures: boundaries, part headers and options. */
const MAX_ENVELOPE_BYTES = 128 * 1024;
const FIELD_LIMITS = { fields: 48, fieldSize: 16 * 1024 };
const KEY_MAX_LENGTH = 256;
const URL_MAX_LENGTH = 2048;

/** Makes a Fastify scope accept multipart forms and JSON. Other bodies are refused as an unsupported media type. */
export function acceptCalls(scope: FastifyInstance): void {
  scope.removeContentTypeParser(['application/json', 'text/plain']);
  parseJson(scope);
}

/** Makes a Fastify scope accept only JSON; each route sets its size limit. */
export function acceptJson(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  parseJson(scope);
}

/** Makes a Fastify scope accept only table files, as raw bytes. */
export function acceptTables(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    [...V1_TABLE_MEDIA_TYPES],
    { parseAs: 'buffer' },
    (_request, body: Buffer, done) => done(null, body),
  );
}

/** Number of pictures of maximum size in one body; more pictures are smaller, because all are in memory together. */
const MOST_FULL_PICTURES = 2;
const allowedBytes = (pictures: number): number => Math.min(pictures, MOST_FULL_PICTURES) * UPLOAD_MAX_BYTES;

/** Maximum length in bytes of a body with this many pictures. */
export const allowedWith = (pictures: number): number => allowedBytes(pictures) + MAX_ENVELOPE_BYTES;

/** Creates a hook that checks the declared content length before the client sends the body. */
export const refuseDeclaredLength =
  (allowed: number) =>
  async (request: FastifyRequest): Promise<void> => {
    if (Number(request.headers['content-length'] ?? 0) <= allowed) return;
    discardBody(request);
    throw new DomainError('TOO_LARGE_BYTES');
  };

/**
 * Reads the pictures and options of an API call: files and fields of a form, or fields of a JSON object. The fields
 * `<name>_url` and `<name>_key` refer to a picture stored elsewhere.
 * @param names picture fields that the call may have
 * @throws DomainError BAD_REQUEST, TOO_LARGE_BYTES
 */
export async function readCallBody(request: FastifyRequest, names: readonly string[]): Promise<SentCall> {
  const pictures: Record<string, SentPicture> = Object.create(null) as Record<string, SentPicture>;
  const options: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  const assertFree = (name: string, param = name): void => {
    if (pictures[name] !== undefined) throw refusal(param, `Send ${name} once.`);
  };
  const addPicture = (name: string, param: string, picture: SentPicture): void => {
    assertFree(name, param);
    pictures[name] = picture;
  };
  const addField = (field: string, value: unknown): void => {
    const [, name = '', kind = ''] = /^(\w{1,40})_(url|key)$/.exec(field) ?? [];
    if (!names.includes(name)) {
      if (names.includes(field)) throw refusal(field, 'Send it as a file of a form.');
      if (field in options) throw refusal(field, 'Send it once.');
      options[field] = value;
    } else if (kind === 'url') addPicture(name, field, { url: requireText(field, value, URL_MAX_LENGTH) });
    else addPicture(name, field, { key: requireText(field, value, KEY_MAX_LENGTH) });
  };
  if (request.isMultipart()) await readForm(request, names, { assertFree, addPicture, addField });
  else if (isObject(request.body)) {
    for (const [field, value] of Object.entries(request.body)) addField(field, value);
  } else if (request.body !== undefined && request.body !== null) throw refusal('', 'Send a JSON object.');
  return { pictures, options };
}

interface Receiver {
  /** Checks that the picture wasn't sent twice. Called before the picture's bytes are read. */
  readonly assertFree: (name: string) => void;
  readonly addPicture: (name: string, param: string, picture: SentPicture) => void;
  readonly addField: (field: string, value: unknown) => void;
}

async function readForm(request: FastifyRequest, names: readonly string[], to: Receiver): Promise<void> {
  // The parser accepts one byte and one file more than allowed, so that the excess can be noticed.
  const limits = { ...FIELD_LIMITS, files: names.length + 1, fileSize: UPLOAD_MAX_BYTES + 1 };
  let leftBytes = allowedBytes(names.length);
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        if (part.valueTruncated || part.fieldnameTruncated) throw refusal(part.fieldname, 'It is too long.');
        to.addField(part.fieldname, String(part.value));
        continue;
      }
      if (!names.includes(part.fieldname))
        throw refusal(part.fieldname, `There is no file of this name: send ${names.join(' or ')}.`);
      to.assertFree(part.fieldname);
      // The declared length doesn't limit a chunked body, so each file is read only as far as it fits.
      const bytes = await readFormFile(part, Math.min(UPLOAD_MAX_BYTES, leftBytes));
      leftBytes -= bytes.byteLength;
      to.addPicture(part.fieldname, part.fieldname, { bytes, fileName: part.filename ?? '' });
    }
  } catch (error) {
    discardBody(request);
    if (error instanceof DomainError) throw error;
    // All parser errors are caused by the client's data.
    throw new DomainError('BAD_REQUEST', { detail: { reason: 'The form is broken.' }, cause: error });
  }
}

const isObject = (body: unknown): body is Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null && !Array.isArray(body);

function requireText(field: string, value: unknown, maxLength: number): string {
  if (typeof value === 'string' && value !== '' && value.length <= maxLength) return value;
  throw refusal(field, `Send a text of at most ${maxLength} characters.`);
}

const refusal = (param: string, reason: string): DomainError =>
  new DomainError('BAD_REQUEST', { detail: { param, reason } });
