import { request as requestHttp } from 'node:http';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import {
  assertPublicLiteral,
  PrivateAddressError,
  publicLookup,
} from '@packshot/image-engine/public-addresses';
import type { Resolve } from '@packshot/image-engine/public-addresses';
import { isTimeUp, withinTime } from '../within-time.ts';
import { PublicFetchError } from './public-fetch-error.ts';
import type { PublicAnswer, PublicFetch, PublicRequest } from './public-fetch-error.ts';
import { decodeContent } from './content-coding.ts';

export interface PublicFetchOptions {
  readonly resolve?: Resolve;
  /** Host names that are allowed to resolve to a private address; none by default. */
  readonly privateHosts?: ReadonlySet<string>;
}

/** Whether a URL contains a private IP address. Host names aren't resolved here, only when the URL is called. */
export function isPrivateLiteral(url: string): boolean {
  try {
    assertPublicLiteral(new URL(url).hostname);
    return false;
  } catch (error) {
    if (error instanceof PrivateAddressError) return true;
    throw error;
  }
}

/** Maximum length of a URL, longer than any that users share. */
const MAX_URL_LENGTH = 2048;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Creates the function through which all requests to users' URLs pass. The connection itself resolves a host name,
 * once, and every resulting address is checked. So the address can't change between check and connection. Redirects are
 * followed manually, each with the same checks.
 */
export function createPublicFetch({
  resolve,
  privateHosts = new Set(),
}: PublicFetchOptions = {}): PublicFetch {
  const lookup = publicLookup(resolve);
  const chooseLookup = (hostname: string): Pick<RequestOptions, 'lookup'> => {
    if (!privateHosts.has(hostname)) return { lookup };
    return resolve === undefined ? {} : { lookup: anyLookup(resolve) };
  };

  const follow = async (request: PublicRequest, signal: AbortSignal): Promise<PublicAnswer> => {
    let url = checkedUrl(request.url);
    try {
      for (let redirects = 0; ; redirects++) {
        if (!privateHosts.has(url.hostname)) assertPublicLiteral(url.hostname);
        const answer = await exchange(url, request, { ...chooseLookup(url.hostname), signal });
        if (request.maxRedirects === 0 || !REDIRECTS.has(answer.status)) return answer;
        if (redirects === request.maxRedirects)
          throw new PublicFetchError('redirects', `More than ${redirects} redirects`);
        url = checkedUrl(answer.headers['location'] ?? '', url);
      }
    } catch (error) {
      request.signal?.throwIfAborted();
      throw toFault(error, isTimeUp(signal));
    }
  };
  return (request) => withinTime(request.timeoutMs, request.signal, (signal) => follow(request, signal));
}

/** Creates a DNS lookup that accepts all addresses of a name; used only for allowed private hosts. */
const anyLookup =
  (resolve: Resolve): NonNullable<RequestOptions['lookup']> =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null || options.all === true) return callback(error, addresses);
      const [first] = addresses;
      return callback(null, first?.address ?? '', first?.family ?? 4);
    });
  };

function checkedUrl(text: string, base?: URL): URL {
  const url = text.length > MAX_URL_LENGTH ? null : URL.parse(text, base?.href);
  if (url === null) throw new PublicFetchError('refused', 'This is no address');
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new PublicFetchError('refused', `Addresses begin with http or https, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '')
    throw new PublicFetchError('refused', 'An address with a name and a password is not asked');
  return url;
}

function toFault(error: unknown, isTooLate: boolean): PublicFetchError {
  if (error instanceof PublicFetchError) return error;
  if (isTooLate) return new PublicFetchError('timed-out', 'It took too long', { cause: error });
  if (error instanceof PrivateAddressError)
    return new PublicFetchError('refused', 'This address is not on the public internet', { cause: error });
  return new PublicFetchError('unreachable', 'It could not be reached', { cause: error });
}

/**
 * Sends one request on a connection of its own and reads the response: the whole, or at most its first `maxBytes` if
 * `isCut` is set.
 */
function exchange(
  url: URL,
  { method = 'GET', headers, body, ...bounds }: PublicRequest,
  options: Pick<RequestOptions, 'lookup'> & { readonly signal: AbortSignal },
): Promise<PublicAnswer> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<PublicAnswer>();
  const request = send(
    url,
    {
      ...options,
      method,
      agent: false,
      headers: {
        'user-agent': 'packshot',
        'accept-encoding': 'identity',
        ...headers,
        ...(body !== undefined && { 'content-length': String(body.byteLength) }),
      },
    },
    (response) => void readAnswer(response, bounds).then(resolve, reject),
  );
  request.on('error', reject);
  // If the server responds with an upgrade and there is no listener, the connection closes without any event, and not
  // even the timeout fires.
  request.on('upgrade', (_response, socket) => {
    socket.destroy();
    reject(new PublicFetchError('unreachable', 'It wants to speak another protocol'));
  });
  // This listener needs no removal: the signal is created for this request and ends with it.
  options.signal.addEventListener('abort', () => reject(options.signal.reason), { once: true });
  request.end(body);
  return promise;
}

async function readAnswer(
  response: IncomingMessage,
  { maxBytes, isCut = false }: Pick<PublicRequest, 'maxBytes' | 'isCut'>,
): Promise<PublicAnswer> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      sizeBytes += chunk.byteLength;
      chunks.push(chunk);
      if (sizeBytes <= maxBytes) continue;
      if (isCut) break;
      throw new PublicFetchError('too-large', `The answer is larger than ${maxBytes} bytes`);
    }
  } finally {
    response.destroy();
  }
  const headers = Object.entries(response.headers).map(([name, value]) => [name, String(value)] as const);
  const bytes = Buffer.concat(chunks).subarray(0, maxBytes);
  return {
    status: response.statusCode ?? 0,
    headers: Object.fromEntries(headers),
    bytes: isCut ? bytes : await decodeContent(bytes, response.headers['content-encoding'], maxBytes),
  };
}
