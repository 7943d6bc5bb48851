import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Connect, Plugin, ViteDevServer } from 'vite';
import { API_PATHS } from './api-paths.ts';

const POLICY_HEADER = 'content-security-policy';
/** Headers of the API's page that aren't passed on, because they apply only to its body or its own connection. */
const NOT_PASSED_ON =
  /^(content-length|content-encoding|etag|last-modified|connection|keep-alive|date|transfer-encoding|cache-control)$/;
/** Longest wait for the API, in milliseconds; restarting it takes a second or two. */
const API_TIMEOUT_MS = 15_000;
const API_RETRY_MS = 50;
const TRUSTED_TYPES_FILE = '/@dev/trusted-types.js';

/** Trusted Types policy for development, which allows workers from source files, unlike the app's own policy. */
const TRUSTED_TYPES_SCRIPT = `globalThis.trustedTypes?.createPolicy('default', {
  createScriptURL: (address) => {
    if (new URL(address, location.href).origin === location.origin) return address;
    throw new TypeError('Only our own workers may be started.');
  },
});
`;

/**
 * Serves the page as the API does, with its status, its headers and the settings that the server writes into it.
 * Vite's own scripts and styles carry a nonce, so that the content security policy is relaxed only for them. Calls
 * wait while the API restarts.
 */
export function devPage(apiOrigin: string): Plugin {
  const nonce = randomBytes(16).toString('base64');
  return {
    name: 'packshot:dev-page',
    apply: 'serve',
    config: () => ({ html: { cspNonce: nonce } }),
    configureServer(server) {
      const paths = new RegExp(API_PATHS);
      server.middlewares.use((request, response, next) => {
        if (request.url === TRUSTED_TYPES_FILE) return sendScript(response);
        if (paths.test(request.url ?? '')) void passOn(apiOrigin, next);
        else if (isPageVisit(request)) void sendPage(server, apiOrigin, nonce, { request, response, next });
        else next();
      });
    },
    transformIndexHtml: () => [
      { tag: 'script', attrs: { src: TRUSTED_TYPES_FILE }, injectTo: 'head-prepend' },
    ],
  };
}

function sendScript(response: ServerResponse): void {
  response.setHeader('content-type', 'text/javascript');
  response.end(TRUSTED_TYPES_SCRIPT);
}

const isPageVisit = ({ method, headers }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && (headers.accept ?? '').includes('text/html');

interface Visit {
  readonly request: Connect.IncomingMessage;
  readonly response: ServerResponse;
  readonly next: Connect.NextFunction;
}

/** Passes a request on to the proxy once the API accepts connections. */
async function passOn(apiOrigin: string, next: Connect.NextFunction): Promise<void> {
  await untilConnectable(apiOrigin);
  next();
}

async function sendPage(
  server: ViteDevServer,
  apiOrigin: string,
  nonce: string,
  { request, response, next }: Visit,
): Promise<void> {
  try {
    const url = request.url ?? '/';
    await untilConnectable(apiOrigin);
    const page = await fetch(apiOrigin + url, { headers: { accept: 'text/html' }, redirect: 'manual' });
    const html = await server.transformIndexHtml(url, await page.text());
    response.statusCode = page.status;
    for (const [name, value] of page.headers) if (!NOT_PASSED_ON.test(name)) response.setHeader(name, value);
    response.setHeader('cache-control', 'no-store');
    response.setHeader(POLICY_HEADER, relaxedPolicy(page.headers.get(POLICY_HEADER) ?? '', nonce));
    response.end(html);
  } catch (error) {
    next(error);
  }
}

/** Adds Vite's scripts, styles and socket to the page's content security policy. */
export function relaxedPolicy(policy: string, nonce: string): string {
  const additions: Readonly<Record<string, string>> = {
    'script-src': `'nonce-${nonce}'`,
    'style-src': `'nonce-${nonce}'`,
    'connect-src': 'ws: wss:',
  };
  return policy
    .split(';')
    .map((directive) => {
      const addition = additions[directive.trim().split(' ')[0] ?? ''];
      return addition === undefined ? directive : `${directive} ${addition}`;
    })
    .join(';');
}

/** Resolves once the API accepts connections, or after a timeout; the proxy then reports the failure. */
async function untilConnectable(apiOrigin: string): Promise<void> {
  const { hostname, port } = new URL(apiOrigin);
  const deadline = Date.now() + API_TIMEOUT_MS;
  while (!(await accepts(hostname, Number(port))) && Date.now() < deadline) await sleep(API_RETRY_MS);
}

function accepts(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const end = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}
