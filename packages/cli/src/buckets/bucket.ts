/**
 * Access to a bucket on any S3 server, below a key prefix. The access keys come from the environment, and are never
 * stored.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { statedBucketServer } from '../places.ts';
import { FileFault } from '../run/outcome.ts';
import { UsageError } from '../usage-error.ts';
import { encodeUri, signRequest } from './sign.ts';
import type { BucketServer } from './bucket-server.ts';

export type S3Bucket = ReturnType<typeof bucketAt>;

const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.{0,1000}))?$/s;
const TRIES = 5;
const FIRST_PAUSE_MS = 500;
const TIMEOUT_MS = 300_000;
const LIST_MAX_BYTES = 8_000_000;
const NOTHING = new Uint8Array();

export const isBucket = (operand: string): boolean => operand.startsWith('s3://');

/**
 * Opens access to a bucket at an address such as `s3://bucket/folder`.
 * @throws UsageError for an invalid address
 */
export function bucketAt(address: string, signal: AbortSignal) {
  const [, name, rest = ''] = ADDRESS.exec(address) ?? [];
  if (name === undefined)
    throw new UsageError(`${address} is no place in a bucket: write s3://bucket or s3://bucket/folder`);
  const prefix = rest === '' || rest.endsWith('/') ? rest : `${rest}/`;
  const server = statedBucketServer();
  const root = getRootUrl(server, name);
  const ask = (method: 'GET' | 'PUT', target: URL, more: Partial<BucketRequestOptions> = {}) =>
    send(server, method, target, { maxBytes: LIST_MAX_BYTES, ...more, signal });
  const toObjectUrl = (key: string): URL => {
    const address = root + key.split('/').map(encodeUri).join('/');
    const place = new URL(address);
    // Rejects keys with segments such as `..`, which the URL parser would resolve to another address.
    if (place.href !== address) throw new FileFault(`${key} is no name that can be asked for.`);
    return place;
  };

  return {
    /**
     * Normalized address of the prefix; always ends with a slash. With an empty prefix it means the whole bucket.
     */
    name: `s3://${name}/${prefix}`,
    prefix,
    /**
     * Lists the object keys below the prefix in order, without those that end in a slash.
     * @throws FileFault if there are more than `most` keys
     */
    async list(most: number): Promise<readonly string[]> {
      const keys: string[] = [];
      for (let after = ''; ;) {
        const target = new URL(root);
        target.searchParams.set('list-type', '2');
        target.searchParams.set('encoding-type', 'url');
        target.searchParams.set('prefix', prefix);
        if (after !== '') target.searchParams.set('start-after', after);
        const page = (await ask('GET', target)).bytes;
        if (page === null) throw new FileFault(`There is no bucket ${name}.`);
        const text = new TextDecoder().decode(page);
        const listedKeys = [...text.matchAll(/<Key>([^<]{1,4000})<\/Key>/g)].map(([, key = '']) =>
          decodedKey(key),
        );
        keys.push(...listedKeys.filter((key) => !key.endsWith('/')));
        if (keys.length > most)
          throw new FileFault(`${address} holds more than ${most.toLocaleString('en-US')} files.`);
        const last = listedKeys.at(-1);
        if (last === undefined || !text.includes('<IsTruncated>true</IsTruncated>')) return keys;
        after = last;
      }
    },
    /**
     * Reads an object. Returns null if the bucket has no object with this key.
     * @throws FileFault if the object is larger than `maxBytes`
     */
    read: async (key: string, maxBytes: number): Promise<Uint8Array | null> =>
      (await ask('GET', toObjectUrl(key), { maxBytes })).bytes,
    /** Writes an object atomically, replacing an existing object with this key. */
    async write(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
      const { bytes: answer } = await ask('PUT', toObjectUrl(key), { body: bytes, contentType });
      if (answer === null) throw new FileFault(`There is no bucket ${name}.`);
    },
  };
}

function getRootUrl({ endpoint, region }: BucketServer, name: string): string {
  if (endpoint === null) return `https://${name}.s3.${region}.amazonaws.com/`;
  return `${endpoint.replace(/\/$/, '')}/${name}/`;
}

/** Decodes the object keys in an XML listing, which are percent-encoded, with a plus for a space. */
const decodedKey = (text: string): string =>
  decodeURIComponent(text.replaceAll('&amp;', '&').replaceAll('+', ' '));

interface BucketRequestOptions {
  readonly body?: Uint8Array;
  readonly contentType?: string;
  readonly maxBytes: number;
}

/**
 * Sends a request to the S3 server, and repeats it after transient faults.
 * @returns null bytes for status 404
 * @throws FileFault for other errors
 */
async function send(
  { keys, region }: BucketServer,
  method: 'GET' | 'PUT',
  address: URL,
  { signal, body = NOTHING, contentType, maxBytes }: BucketRequestOptions & { readonly signal: AbortSignal },
): Promise<{ readonly bytes: Uint8Array | null }> {
  for (let tries = 1; ; tries++) {
    signal.throwIfAborted();
    try {
      const contentHeaders = contentType === undefined ? {} : { 'content-type': contentType };
      const answer = await fetch(address, {
        method,
        headers: signRequest({ method, address, headers: contentHeaders, body }, keys, region, new Date()),
        ...(method === 'PUT' && { body: Uint8Array.from(body) }),
        // Redirects are errors, because the request's signature is valid only for the server that it names.
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      if (answer.ok) return { bytes: await readBody(answer, maxBytes) };
      const text = new TextDecoder().decode(await readBody(answer, 64_000).catch(() => NOTHING));
      if (answer.status === 404) return { bytes: null };
      const code = /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? `status ${answer.status}`;
      if ((answer.status < 500 && answer.status !== 429) || tries >= TRIES)
        throw new FileFault(`The bucket’s server refused: ${code}.`);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof FileFault) throw error;
      if (tries >= TRIES) throw new FileFault(`The bucket’s server ${address.host} could not be reached.`);
    }
    await wait(FIRST_PAUSE_MS * 2 ** (tries - 1), undefined, { signal });
  }
}

async function readBody(answer: Response, maxBytes: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new FileFault(`It is larger than ${Math.floor(maxBytes / 1_000_000)} MB.`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
