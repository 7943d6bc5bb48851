import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GooglePerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly given_name: string;
  readonly family_name: string;
}

interface TokenGrant {
  readonly person: GooglePerson;
  readonly clientId: string;
  readonly expiresInS: number;
}

export type GoogleDouble = Awaited<ReturnType<typeof startGoogleDouble>>;

/**
 * Starts a fake of Google's sign-in with the endpoints that we use: consent page (which doesn't ask), token, tokeninfo
 * and userinfo.
 */
export async function startGoogleDouble(clientId: string, clientSecret: string) {
  const tokens = new Map<string, TokenGrant>();
  const codes = new Map<string, { grant: TokenGrant; challenge: string; redirectUri: string }>();
  let signedIn: GooglePerson | null = null;

  const issue = (person: GooglePerson, options: { clientId?: string; expiresInS?: number } = {}): string => {
    const token = randomUUID();
    tokens.set(token, {
      person,
      clientId: options.clientId ?? clientId,
      expiresInS: options.expiresInS ?? 3600,
    });
    return token;
  };

  /** Redirects the browser back immediately, without showing a page. The result is in the URL's fragment or query. */
  const authorize = (query: URLSearchParams, response: ServerResponse): void => {
    const redirectUri = query.get('redirect_uri') ?? '';
    const back = new URL(redirectUri);
    const state = query.get('state') ?? '';
    const isAllowed = query.get('client_id') === clientId && query.get('scope') === 'openid profile email';
    if (!isAllowed || signedIn === null) {
      back.hash = new URLSearchParams({ error: 'access_denied', state }).toString();
    } else if (query.get('response_type') === 'token') {
      back.hash = new URLSearchParams({
        access_token: issue(signedIn),
        token_type: 'Bearer',
        state,
      }).toString();
    } else if (query.get('response_type') === 'code' && query.get('code_challenge_method') === 'S256') {
      const code = randomUUID();
      const grant = { person: signedIn, clientId, expiresInS: 3600 };
      codes.set(code, { grant, challenge: query.get('code_challenge') ?? '', redirectUri });
      back.search = new URLSearchParams({ code, state }).toString();
    }
    response.writeHead(302, { location: back.href }).end();
  };

  const exchange = (form: URLSearchParams): unknown => {
    const waiting = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isRight =
      waiting?.challenge === challenge &&
      waiting.redirectUri === form.get('redirect_uri') &&
      form.get('client_id') === clientId &&
      form.get('client_secret') === clientSecret;
    return isRight ? { access_token: issue(waiting.grant.person) } : null;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://double');
    if (url.pathname === '/authorize') return authorize(url.searchParams, response);
    let body: unknown = null;
    if (url.pathname === '/token') body = exchange(new URLSearchParams(await readText(request)));
    if (url.pathname === '/tokeninfo') {
      const grant = tokens.get(url.searchParams.get('access_token') ?? '');
      body = grant && { aud: grant.clientId, sub: grant.person.sub, expires_in: String(grant.expiresInS) };
    }
    if (url.pathname === '/userinfo') {
      body = tokens.get(/^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '')?.person;
    }
    response.writeHead(body ? 200 : 400, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error: 'invalid_request' }));
  };

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issue,
    /** Sets the person who is signed in at the consent page; null makes it refuse. */
    signIn: (person: GooglePerson | null) => void (signedIn = person),
    urls: {
      authorizationUrl: `${address}/authorize`,
      tokenUrl: `${address}/token`,
      tokenInfoUrl: `${address}/tokeninfo`,
      userInfoUrl: `${address}/userinfo`,
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
