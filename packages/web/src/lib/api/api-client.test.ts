import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubBrowser, stubServer } from '../../testing/browser-doubles.ts';
import { call, isAbort, getErrorMessage, request } from './api-client.ts';

const ID = '7b8f0a52-3c0e-4f4e-9f0f-6c2d8f6f5b11';

beforeEach(() => {
  const storage = stubBrowser();
  storage.setItem('token', 'access');
  storage.setItem('refresh_token', 'refresh');
});
afterEach(() => vi.unstubAllGlobals());

describe('an API call', () => {
  it('a call goes to the contract’s path with query and bearer token, and parses the answer', async () => {
    const requests = stubServer({ 'freemium-credits': () => Response.json({ freemium_credits: 4 }) });
    const answer = await call('getFreemiumCredits', { query: { feature_type: 8 } });
    expect(answer).toEqual({ freemium_credits: 4 });
    expect(requests[0]?.url).toBe('/packshot/authorization/api/v1/freemium-credits/?feature_type=8');
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer access');
  });

  it('a call sends JSON bodies, and forms with their idempotency key', async () => {
    const requests = stubServer({
      'cancel/': () => Response.json({ cancelled: [ID] }),
      'bgremove-vs/': () => new Response(''),
    });
    await call('cancel', { body: { task_ids: [ID] } });
    expect(requests[0]?.headers.get('content-type')).toBe('application/json');
    expect(requests[0]?.headers.get('accept')).toBe('application/json');
    expect(requests[0]?.init.body).toBe(JSON.stringify({ task_ids: [ID] }));
    await request('cut-out', {
      form: { image_s3: 'u/1.png', feature_type: 8 },
      idempotencyKey: 'key-12345',
    });
    const form = requests[1]?.init.body as FormData;
    expect([...form.entries()]).toEqual([
      ['image_s3', 'u/1.png'],
      ['feature_type', '8'],
    ]);
    expect(requests[1]?.headers.get('idempotency-key')).toBe('key-12345');
    // The response is a stream, so the request doesn't ask for JSON.
    expect(requests[1]?.headers.get('accept')).toBeNull();
  });

  it('a call joins the entries of a list with commas', async () => {
    const requests = stubServer({ 'bgremove-vs/': () => new Response('') });
    // Our own forms contain no lists; a list from plain JavaScript is sent in the server's format.
    const form = { image_s3: ['u/1.png', 'u/2.png'], feature_type: 8 } as never;
    await request('cut-out', { form });
    const sentForm = requests[0]?.init.body as FormData;
    expect(sentForm.get('image_s3')).toBe('u/1.png,u/2.png');
  });

  it('an error carries the server’s error code and message', async () => {
    stubServer({
      'download-image': () => Response.json({ code: 'NOT_FOUND', message: 'Not found.' }, { status: 404 }),
    });
    const failing = call('downloadImage', { body: { key: 'u/1.png' } });
    await expect(failing).rejects.toMatchObject({ code: 'NOT_FOUND', status: 404, message: 'Not found.' });
  });

  it.each([502, 504])(
    'an answer with status %i is reported as busy servers, whatever its body says',
    async (status) => {
      stubServer({ 'download-credits': () => Response.json({ code: 'X', message: 'nginx' }, { status }) });
      await expect(call('getDownloadCredits')).rejects.toMatchObject({
        status,
        message: MESSAGES.serversBusy,
      });
    },
  );

  it('a missing answer and a missing connection are different errors', async () => {
    stubServer({});
    await expect(call('getDownloadCredits')).rejects.toMatchObject({
      status: 0,
      message: MESSAGES.serversBusy,
    });
    vi.stubGlobal('navigator', { onLine: false });
    await expect(call('getDownloadCredits')).rejects.toMatchObject({
      code: 'OFFLINE',
      message: OWN_MESSAGES.offline,
    });
  });

  it('a call rejects an answer that violates the API contract, and HTML where JSON should be', async () => {
    stubServer({ 'freemium-credits': () => Response.json({ freemium_credits: 'many' }) });
    await expect(call('getFreemiumCredits')).rejects.toMatchObject({ code: 'BAD_ANSWER' });
    stubServer({ 'freemium-credits': () => new Response('<html>', { status: 500 }) });
    await expect(call('getFreemiumCredits')).rejects.toMatchObject({ message: OWN_MESSAGES.internal });
  });

  it('an aborted call is reported as aborted', async () => {
    const abort = new AbortController();
    stubServer({
      'download-credits': () => {
        abort.abort();
        throw new TypeError('network');
      },
    });
    const error: unknown = await call('getDownloadCredits', { signal: abort.signal }).catch(
      (cause: unknown) => cause,
    );
    expect(isAbort(error)).toBe(true);
    expect(getErrorMessage(error)).toBe(OWN_MESSAGES.internal);
  });
});
