import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const SITE_KEY = 'site-key';
export const CAPTCHA_SECRET = 'captcha-secret';

/**
 * Script of the fake captcha widget: a box that returns a token when it is ticked, under the names of all three
 * services.
 */
const SCRIPT = `(() => {
  const render = (element, { sitekey, callback }) => {
    if (sitekey !== '${SITE_KEY}') throw new Error('unknown site key');
    const box = document.createElement('button');
    box.textContent = 'I am human';
    box.addEventListener('click', async () => {
      const answer = await fetch(new URL('/token', document.currentScript?.src ?? window.captchaDouble));
      callback(await answer.text());
    });
    element.append(box);
  };
  window.captchaDouble = document.currentScript.src;
  for (const name of ['turnstile', 'hcaptcha', 'grecaptcha']) window[name] = { render };
  const { searchParams } = new URL(document.currentScript.src);
  if (searchParams.get('render') === 'explicit') window[searchParams.get('onload')]();
})();
`;

export type SiteverifyDouble = Awaited<ReturnType<typeof startSiteverifyDouble>>;

/**
 * Starts a fake captcha service that follows the published contract: a script with a widget, and `siteverify`, which
 * takes a form, accepts each token once, and explains refusals with codes.
 */
export async function startSiteverifyDouble() {
  const tokens = new Set<string>();
  const requests: Record<string, string>[] = [];
  let outage: number | 'nonsense' | null = null;
  const issue = (): string => {
    const token = randomUUID();
    tokens.add(token);
    return token;
  };
  const verify = (contentType: string, text: string): object => {
    if (contentType.split(';')[0] !== 'application/x-www-form-urlencoded') {
      return { success: false, 'error-codes': ['bad-request'] };
    }
    const form = Object.fromEntries(new URLSearchParams(text));
    requests.push(form);
    if (form['secret'] !== CAPTCHA_SECRET) return { success: false, 'error-codes': ['invalid-input-secret'] };
    if (!form['response']) return { success: false, 'error-codes': ['missing-input-response'] };
    if (!tokens.delete(form['response'])) return { success: false, 'error-codes': ['timeout-or-duplicate'] };
    return { success: true, challenge_ts: new Date().toISOString(), hostname: 'studio.example' };
  };
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => (text += String(chunk)));
    request.on('end', () => {
      const { pathname } = new URL(request.url ?? '/', 'http://double');
      response.setHeader('access-control-allow-origin', '*');
      if (pathname === '/api.js') return response.setHeader('content-type', 'text/javascript').end(SCRIPT);
      if (pathname === '/token') return response.end(issue());
      if (outage !== null) {
        return response.writeHead(outage === 'nonsense' ? 200 : outage).end('<html>');
      }
      return response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify(verify(request.headers['content-type'] ?? '', text)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** Creates a token as the widget does. */
    issue,
    /** Forms that `siteverify` has received. */
    requests,
    setOutage: (next: typeof outage) => void (outage = next),
    verifyUrl: `${address}/siteverify`,
    scriptUrl: `${address}/api.js`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
