/** Signs requests with AWS Signature Version 4, including all given headers. */
import { createHash, createHmac } from 'node:crypto';

export interface BucketKeys {
  readonly keyId: string;
  readonly secret: string;
  /** Session token that belongs to temporary access keys; permanent keys have none. */
  readonly sessionToken?: string | undefined;
}

interface Unsigned {
  readonly method: 'GET' | 'PUT';
  readonly address: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const hashHex = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: Uint8Array | string, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

export const encodeUri = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Adds the signature to the headers of a request.
 * @returns the given headers plus the signature over them
 */
export function signRequest(
  { method, address, headers, body }: Unsigned,
  { keyId, secret, sessionToken }: BucketKeys,
  region: string,
  now: Date,
): Record<string, string> {
  const moment = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, '');
  const day = moment.slice(0, 8);
  const bodyHash = hashHex(body);
  const all: Record<string, string> = {
    ...headers,
    host: address.host,
    'x-amz-content-sha256': bodyHash,
    'x-amz-date': moment,
    ...(sessionToken !== undefined && { 'x-amz-security-token': sessionToken }),
  };
  const names = Object.keys(all).toSorted();
  const query = [...address.searchParams]
    .map(([name, value]) => `${encodeUri(name)}=${encodeUri(value)}`)
    .toSorted()
    .join('&');
  const request = [
    method,
    address.pathname,
    query,
    ...names.map((name) => `${name}:${all[name]?.trim() ?? ''}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n');
  const scope = `${day}/${region}/s3/aws4_request`;
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${secret}`, day), region));
  const signature = hmac(key, ['AWS4-HMAC-SHA256', moment, scope, hashHex(request)].join('\n')).toString(
    'hex',
  );
  const { host: _host, ...sent } = all;
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${keyId}/${scope}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}
