import { MESSAGES, OWN_MESSAGES } from '@packshot/contract/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stubBrowser, stubServer } from '../../testing/browser-doubles.ts';
import { randomObjectName, uploadImage } from './upload.ts';

/** Fake XMLHttpRequest that the test answers. */
class FakeXhr extends EventTarget {
  static sent: FakeXhr[] = [];
  readonly upload = new EventTarget();
  status = 0;
  responseText = '';
  url = '';
  isAborted = false;
  form: FormData | null = null;

  open(_method: string, url: string): void {
    this.url = url;
  }
  send(form: FormData): void {
    this.form = form;
    FakeXhr.sent.push(this);
  }
  abort(): void {
    this.isAborted = true;
  }
  progress(loaded: number, total: number): void {
    this.upload.dispatchEvent(
      Object.assign(new Event('progress'), { lengthComputable: true, loaded, total }),
    );
  }
  answer(status: number, text = ''): void {
    this.status = status;
    this.responseText = text;
    this.dispatchEvent(new Event('load'));
  }
}

const file = new Blob(['bytes'], { type: 'image/png' });
let targets = 0;

/** Request of the n-th attempt, once the tested code has sent it. */
const sentXhr = (index = 0): Promise<FakeXhr> =>
  vi.waitFor(
    () => {
      const xhr = FakeXhr.sent[index];
      if (!xhr) throw new Error('not sent yet');
      return xhr;
    },
    { timeout: 10_000 },
  );

beforeEach(() => {
  FakeXhr.sent = [];
  targets = 0;
  const storage = stubBrowser();
  storage.setItem('token', 'access');
  vi.stubGlobal('XMLHttpRequest', FakeXhr);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const stubTargets = (url = '/objects/') =>
  stubServer({
    'upload-target': () => {
      targets += 1;
      const fields = { key: `u/${targets}.png`, policy: 'p', 'x-signature': 's' };
      return Response.json({ url, fields, key: `u/${targets}.png` });
    },
  });

describe('the label of an upload', () => {
  it('the label of an upload is a 12-digit number and .png', () => {
    for (const random of [0, 0.5, 0.999_999_999_999]) {
      expect(randomObjectName(() => random)).toMatch(/^\d{12}\.png$/);
    }
    expect(randomObjectName(() => 0)).toBe('100000000000.png');
  });
});

describe('an upload', () => {
  it('an upload sends every field, then the file, and returns the key and the true progress', async () => {
    const requests = stubTargets();
    const progressEvents: number[] = [];
    const uploading = uploadImage(file, { onProgress: (fraction) => progressEvents.push(fraction) });
    const xhr = await sentXhr();
    expect(requests[0]?.url).toMatch(/\/functions\/v1\/upload-target\?object_name=\d{12}\.png$/);
    expect([...(xhr.form?.keys() ?? [])]).toEqual(['key', 'policy', 'x-signature', 'file']);
    expect(xhr.form?.get('file')).toMatchObject({ name: 'image.png' });
    xhr.progress(25, 100);
    xhr.progress(100, 100);
    xhr.answer(204);
    await expect(uploading).resolves.toBe('u/1.png');
    expect(progressEvents).toEqual([0.25, 1]);
  });

  it.each([200, 201, 204, 205])('a response with status %i counts as stored', async (status) => {
    stubTargets();
    const uploading = uploadImage(file);
    (await sentXhr()).answer(status);
    await expect(uploading).resolves.toBe('u/1.png');
  });

  it.each([
    [206, '', MESSAGES.removeBackgroundFailed],
    [500, '<html>', MESSAGES.removeBackgroundFailed],
    [502, '', MESSAGES.serversBusy],
    [413, '<html>413 Request Entity Too Large</html>', OWN_MESSAGES.uploadTooLargeForProxy],
    [413, JSON.stringify({ code: 'TOO_LARGE_BYTES', message: 'too large' }), 'too large'],
  ])('a response with status %i does not count as stored', async (status, text, message) => {
    stubTargets();
    const uploading = uploadImage(file);
    (await sentXhr()).answer(status, text);
    await expect(uploading).rejects.toMatchObject({ status, message });
  });

  it.each([
    ['our own store', JSON.stringify({ code: 'UPLOAD_EXPIRED', message: 'expired' })],
    [
      'S3',
      '<Error><Code>AccessDenied</Code><Message>Invalid according to Policy: Policy expired.</Message></Error>',
    ],
  ])('an upload gets a new target once when the policy of %s has expired', async (_store, text) => {
    stubTargets();
    const uploading = uploadImage(file);
    (await sentXhr(0)).answer(403, text);
    (await sentXhr(1)).answer(201);
    await expect(uploading).resolves.toBe('u/2.png');

    const failing = uploadImage(file);
    (await sentXhr(2)).answer(403, text);
    (await sentXhr(3)).answer(403, text);
    await expect(failing).rejects.toMatchObject({ code: 'UPLOAD_EXPIRED' });
    expect(targets).toBe(4);
  });

  it('an upload reports a lost connection as interrupted, and stops at once when the browser goes offline', async () => {
    stubTargets();
    const interrupted = uploadImage(file);
    (await sentXhr(0)).dispatchEvent(new Event('error'));
    await expect(interrupted).rejects.toMatchObject({ message: OWN_MESSAGES.uploadInterrupted });

    const pageEvents = new EventTarget();
    vi.stubGlobal('addEventListener', pageEvents.addEventListener.bind(pageEvents));
    const offline = uploadImage(file);
    const xhr = await sentXhr(1);
    pageEvents.dispatchEvent(new Event('offline'));
    await expect(offline).rejects.toMatchObject({ message: OWN_MESSAGES.uploadInterrupted });
    expect(xhr.isAborted).toBe(true);
  });

  it('an upload names the address that a page of another address may not send to', async () => {
    stubTargets('https://studio.example/objects/');
    const blocked = uploadImage(file);
    (await sentXhr(0)).dispatchEvent(new Event('error'));
    await expect(blocked).rejects.toThrow('couldn’t be sent to https://studio.example.');
    const lost = uploadImage(file);
    const xhr = await sentXhr(1);
    xhr.progress(1, 100);
    xhr.dispatchEvent(new Event('error'));
    await expect(lost).rejects.toMatchObject({ message: OWN_MESSAGES.uploadInterrupted });
  });

  it('an upload gives up on a connection that transfers nothing for a minute', async () => {
    stubTargets();
    const stalled = uploadImage(file);
    const failure = stalled.catch((error: unknown) => error);
    vi.useFakeTimers();
    // Reads the file after the clock was replaced, so that the upload's stall timer uses the fake clock.
    await vi.advanceTimersByTimeAsync(1);
    const xhr = await sentXhr();
    xhr.progress(1, 100);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(xhr.isAborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await failure).toMatchObject({ message: OWN_MESSAGES.uploadInterrupted });
    expect(xhr.isAborted).toBe(true);
  });

  it('an upload is canceled by its signal', async () => {
    stubTargets();
    const abort = new AbortController();
    const uploading = uploadImage(file, { signal: abort.signal });
    const xhr = await sentXhr();
    abort.abort();
    await expect(uploading).rejects.toMatchObject({ name: 'AbortError' });
    expect(xhr.isAborted).toBe(true);
  });
});
