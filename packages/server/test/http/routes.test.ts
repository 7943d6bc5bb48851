import { ROOT_CERTIFICATE_PATH } from '@packshot/contract';
import { describe, expect, it } from 'vitest';
import { asAnn, pathTo, testApp } from '../../src/testing/http/test-app.ts';
import { ALL_ROUTES } from '../../src/testing/http/all-routes.ts';

describe('the API', () => {
  it('has exactly the routes of the two endpoint tables, plus a few files, MCP and compatibility endpoints', async () => {
    const { app } = testApp();
    const registered: string[] = [];
    app.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') registered.push(`${one} ${url}`);
    });
    await app.ready();
    expect(registered.toSorted()).toEqual(ALL_ROUTES.toSorted());
    await app.close();
  });

  it('accepts paths with and without the trailing slash', async () => {
    const { app } = testApp();
    const path = pathTo('getDownloadCredits');
    for (const url of [path, path.replace(/\/$/, '')]) {
      const answer = await app.inject({ url, headers: asAnn });
      expect(answer.statusCode, url).toBe(200);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('serves the root certificate of this installation, or 404 without one', async () => {
    const pem = '-----BEGIN CERTIFICATE-----\n';
    const { app } = testApp({ rootCertificate: () => Promise.resolve(pem) });
    const answer = await app.inject({ url: ROOT_CERTIFICATE_PATH });
    expect([answer.statusCode, answer.body, answer.headers['cache-control']]).toEqual([
      200,
      pem,
      'public, max-age=300',
    ]);
    expect((await testApp().app.inject({ url: ROOT_CERTIFICATE_PATH })).statusCode).toBe(404);
  });

  it('uses the configured product slug', async () => {
    const { app } = testApp({ productSlug: 'studio' });
    expect((await app.inject({ url: '/studio/users/api/v1/user-details/', headers: asAnn })).statusCode).toBe(
      200,
    );
    const headers = { ...asAnn, accept: 'application/json' };
    expect((await app.inject({ url: pathTo('getUserDetails'), headers })).statusCode).toBe(404);
  });

  it('returns only the fields of the contract', async () => {
    const { app, services } = testApp();
    services.credits.downloadCredits = async () =>
      ({ id: '7f0c3a52-7a53-4d35-9f4c-1d2a3b4c5d6e', download_credits: 2, ledger_secret: 'x' }) as never;
    const answer = await app.inject({ url: pathTo('getDownloadCredits'), headers: asAnn });
    expect(Object.keys(answer.json<object>())).toEqual(['id', 'download_credits']);
  });
});
