import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { DEFAULT_ALLOWANCES, DEVELOPER_PAGES, parseAllowances, ROUTES } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../testing/http/test-app.ts';

const html = { accept: 'text/html,application/xhtml+xml' };
let webDist: string;

beforeAll(() => {
  webDist = mkdtempSync(join(tmpdir(), 'packshot-web-'));
  mkdirSync(join(webDist, 'assets'));
  writeFileSync(join(webDist, 'index.html'), '<title>app</title>');
  writeFileSync(join(webDist, 'assets', 'app-abc123.js'), 'plain');
  writeFileSync(join(webDist, 'assets', 'app-abc123.js.br'), brotliCompressSync('plain'));
  writeFileSync(join(webDist, 'icon.svg'), '<svg/>');
  writeFileSync(join(webDist, '.env'), 'SECRET=1');
});
afterAll(() => rmSync(webDist, { recursive: true }));

describe('the web app', () => {
  it('serves hashed files with a year of caching, compressed if available', async () => {
    const { app } = testApp({ webDist });
    const answer = await app.inject({
      url: '/assets/app-abc123.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-encoding']).toBe('br');
    expect(answer.headers['content-type']).toMatch(/javascript/);
    expect(answer.headers['vary']).toMatch(/accept-encoding/i);
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    const plain = await app.inject({ url: '/assets/app-abc123.js' });
    expect(plain.body).toBe('plain');
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  it('doesn’t answer for paths of the public API, whatever the Accept header', async () => {
    const { app } = testApp({ webDist });
    const answers = await Promise.all(
      ['/v1/cutouts', '/v1/nothing'].map((url) => app.inject({ url, headers: html })),
    );
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers['allow']])).toEqual([
      [405, 'POST'],
      [404, undefined],
    ]);
  });

  it.each([
    '/',
    ...Object.values(ROUTES).map((route) => route.replace('{token}', 'abc')),
    '/studio/',
    ...DEVELOPER_PAGES.map((page) => `/api/docs/${page}`),
  ])('shows a screen at the path %s', async (url) => {
    const { app } = testApp({ webDist });
    const answer = await app.inject({ url: `${url}?tab=home`, headers: html });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('<title>app</title>');
    expect(answer.headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['/', '<title>app</title>'],
    ['/?tab=home', '<title>app</title>'],
    ['/?tab=pricing', 'bare'],
    ['/studio', 'create'],
    ['/?tab=create', 'create'],
    ['/studio?tab=history', 'bare'],
    ['/sign-in', 'bare'],
    ['/nothing', 'bare'],
  ])('preloads the files of the page that is shown: %s', async (url, body) => {
    writeFileSync(join(webDist, 'screen.html'), 'bare');
    writeFileSync(join(webDist, 'create.html'), 'create');
    const { app } = testApp({ webDist });
    expect((await app.inject({ url, headers: html })).body).toBe(body);
    rmSync(join(webDist, 'screen.html'));
    rmSync(join(webDist, 'create.html'));
  });

  it.each([
    ['the first known language of the browser', 'fr, de-AT;q=0.9, en;q=0.8', '', 'de'],
    ['English without a known language', 'fr, *;q=0.1', '', 'en'],
    ['English when the browser refuses the known language', 'de;q=0', '', 'en'],
    ['the user’s choice', 'de', 'theme=dark; language=en', 'en'],
    ['the browser’s language when the user’s choice doesn’t exist', 'de', 'language=xx', 'de'],
    ['English when the header is very long', `${'x-y,'.repeat(2_000)}de`, '', 'en'],
  ])('sends the page in %s', async (_case, accepted, cookie, language) => {
    writeFileSync(join(webDist, 'index.de.html'), 'deutsch');
    const { app } = testApp({ webDist });
    const headers = { ...html, 'accept-language': accepted, cookie };
    const answer = await app.inject({ url: '/', headers });
    expect(answer.body).toBe(language === 'de' ? 'deutsch' : '<title>app</title>');
    expect(answer.headers['content-language']).toBe(language);
    expect(answer.headers['vary']).toMatch(/accept-language.*cookie/);
    rmSync(join(webDist, 'index.de.html'));
    expect((await app.inject({ url: '/', headers })).headers['content-language']).toBe('en');
  });

  it('writes a custom product slug into the page, which then calls the API under it', async () => {
    writeFileSync(join(webDist, 'index.html'), '<meta name="product-slug" content="packshot" />');
    const { app } = testApp({ webDist, productSlug: 'acme' });
    for (const url of ['/', '/studio']) {
      const answer = await app.inject({ url, headers: { ...html, 'accept-encoding': 'br' } });
      expect(answer.statusCode).toBe(200);
      expect(answer.body).toBe('<meta name="product-slug" content="acme" />');
      expect(answer.headers['cache-control']).toBe('no-cache');
    }
    writeFileSync(join(webDist, 'index.html'), '<title>app</title>');
  });

  it('writes the configured numbers of free credits into the page', async () => {
    const built = '<head><title>app</title></head>';
    writeFileSync(join(webDist, 'index.html'), built);
    const allowances = { ...DEFAULT_ALLOWANCES, guestGenerations: 7, memberDownloads: 33 };
    const { app } = testApp({ webDist, allowances });
    for (const url of ['/', '/?tab=pricing', '/sign-up']) {
      const { body } = await app.inject({ url, headers: html });
      expect(
        parseAllowances(/<meta name="allowances" content="([^"]*)"/.exec(body)?.[1] ?? null),
        url,
      ).toEqual(allowances);
    }
    const usual = testApp({ webDist });
    expect((await usual.app.inject({ url: '/', headers: html })).body).toBe(built);
    writeFileSync(join(webDist, 'index.html'), '<title>app</title>');
  });

  it.each(['/nothing', '/studio/deeper', '/reset-password', '/reset-password/a/b', '/api/docs/nothing'])(
    'shows its not-found screen for %s, with status 404',
    async (url) => {
      const { app } = testApp({ webDist });
      const answer = await app.inject({ url, headers: html });
      expect(answer.statusCode).toBe(404);
      expect(answer.body).toBe('<title>app</title>');
      expect(answer.headers['cache-control']).toBe('no-cache');
    },
  );

  it.each(['*/*', '', 'image/avif,image/webp,*/*;q=0.8', 'text/plain'])(
    'sends a page unless JSON is requested, with the Accept header %j',
    async (accept) => {
      const { app } = testApp({ webDist });
      for (const [url, status] of [
        ['/studio', 200],
        ['/sign-in', 200],
        ['/nowhere', 404],
      ] as const) {
        const answer = await app.inject({ url, headers: { accept } });
        expect([answer.statusCode, answer.body]).toEqual([status, '<title>app</title>']);
      }
      const json = await app.inject({ url: '/studio', headers: { accept: 'application/json' } });
      expect(json.json<{ code: string }>().code).toBe('NOT_FOUND');
      const api = await app.inject({ url: '/packshot/users/api/v1/nothing/', headers: { accept } });
      expect(api.json<{ code: string }>().code).toBe('NOT_FOUND');
      const other = await app.inject({ url: '/api/nothing', headers: { accept } });
      expect(other.json<{ code: string }>().code).toBe('NOT_FOUND');
      const forPrograms = await app.inject({ url: '/v1/nothing', headers: { accept } });
      expect(forPrograms.json<{ code: string }>().code).toBe('NOT_FOUND');
      const forOtherClients = await app.inject({ url: '/v1.0/nothing', headers: { accept } });
      expect([forOtherClients.statusCode, forOtherClients.headers['content-type']]).toEqual([
        404,
        expect.stringContaining('json'),
      ]);
    },
  );

  it('sends no page in place of a missing file', async () => {
    const { app } = testApp({ webDist });
    const answer = await app.inject({ url: '/assets/gone-123.js', headers: { accept: '*/*' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.json<{ code: string }>().code).toBe('NOT_FOUND');
  });

  it.each([
    '/.env',
    '/assets/../.env',
    '/..%2f..%2fetc/passwd',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/\\..\\.env',
  ])('reveals no file outside its folder for the path %s', async (url) => {
    const { app } = testApp({ webDist });
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.body).not.toMatch(/SECRET|root:/);
  });

  it.each(['missing', 'assets'])('explains that it has not been built (folder: %s)', async (folder) => {
    const { app } = testApp({ webDist: join(webDist, folder) });
    const answer = await app.inject({ url: '/', headers: html });
    expect(answer.statusCode).toBe(503);
    expect(answer.body).toContain('has not been built');
    expect((await app.inject({ url: '/healthz' })).statusCode).toBe(200);
  });
});
