/** One request to an address that somebody else chose. */
export interface PublicRequest {
  readonly url: string;
  readonly method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE';
  /** Never a credential of ours. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
  /** Of the answer; more is an error, unless it is to be cut there. */
  readonly maxBytes: number;
  readonly isCut?: boolean;
  /** From the first look-up to the last byte, over all redirects. */
  readonly timeoutMs: number;
  /** 0: a redirect is an answer like any other. */
  readonly maxRedirects: number;
  readonly signal?: AbortSignal | undefined;
}

export interface PublicAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: Uint8Array;
}

/**
 * - `refused`: not http or https, with a name or password in it, or an address that is not on the public internet
 * - `unreachable`: no such host, no connection, or one that broke
 * - `timed-out`, `too-large`, `redirects`: past the request's bounds
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
 * Sends a request to the public internet and nowhere else, whatever the address says, redirects to or resolves to.
 * @throws PublicFetchError, or the signal's reason
 */
export type PublicFetch = (request: PublicRequest) => Promise<PublicAnswer>;
