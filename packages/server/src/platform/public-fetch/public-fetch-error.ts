/** A request to a URL chosen by a user. */
export interface PublicRequest {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Request headers; must never contain our own credentials. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Maximum size of the response. A larger response is an error, unless `isCut` is set. */
  readonly maxBytes: number;
  readonly isCut?: boolean;
  /** Time limit from the first DNS lookup to the last byte, over all redirects. */
  readonly timeoutMs: number;
  /** Maximum number of redirects to follow. With 0, a redirect is returned like any other response. */
  readonly maxRedirects: number;
  readonly signal?: AbortSignal | undefined;
}

export interface PublicAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/**
 * Reason for a failed request.
 * - `refused`: the URL isn't http or https, contains a user name or password, or leads to an address that isn't on the
 * public internet
 * - `unreachable`: unknown host, no connection, or a broken one
 * - `timed-out`, `too-large`, `redirects`: above the request's limits
 */
export type PublicFetchFault = 'refused' | 'unreachable' | 'timed-out' | 'too-large' | 'redirects';

export class PublicFetchError extends Error {
  readonly fault: PublicFetchFault;
  constructor(fault: PublicFetchFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PublicFetchError';
    this.fault = fault;
  }
}

/**
 * Sends a request to the public internet, or to a host that the operator allowed. Refuses all other addresses, whether
 * the URL contains them, redirects to them or resolves to them.
 * @throws PublicFetchError, or the signal's reason
 */
export type PublicFetch = (request: PublicRequest) => Promise<PublicAnswer>;
