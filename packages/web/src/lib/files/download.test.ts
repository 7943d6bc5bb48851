// @vitest-environment happy-dom
import { MESSAGES } from '@packshot/contract/messages';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { downloadFile, fetchBlob } from './download.ts';

interface Saved {
  readonly name: string;
  readonly blob: Blob;
}

let saved: Saved[] = [];
let lastBlob: Blob | null = null;

beforeEach(() => {
  saved = [];
  lastBlob = null;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    lastBlob = blob as Blob;
    return 'blob:made';
  });
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (lastBlob) saved.push({ name: this.download, blob: lastBlob });
  });
});
afterEach(() => vi.unstubAllGlobals());

const stubFetch = (answer: () => Response) => vi.stubGlobal('fetch', () => Promise.resolve(answer()));

describe('a download', () => {
  it.each([undefined, null, ''])('a download requires an address, and refuses %s', async (url) => {
    await expect(downloadFile(url)).rejects.toThrow(MESSAGES.missingFileUrl);
  });

  it('a download saves the file at an HTTP address, by default as AI Image.png', async () => {
    stubFetch(() => new Response('pixels'));
    await downloadFile('/objects/r.png');
    expect(saved.map(({ name }) => name)).toEqual(['AI Image.png']);
    expect(await saved[0]?.blob.text()).toBe('pixels');
    expect(document.querySelector('a')).toBeNull();
  });

  it('a download accepts blob addresses, and changes jpg to png in the name', async () => {
    stubFetch(() => new Response('pixels'));
    await downloadFile('blob:http://localhost/1', 'mug.jpg');
    expect(saved[0]?.name).toBe('mug.png');
  });

  it('a download decodes a base64 PNG without fetching', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new Error('not to be called')));
    await downloadFile(`data:image/png;base64,${btoa('\u0089PNG')}`);
    expect(new Uint8Array((await saved[0]?.blob.arrayBuffer()) ?? [])).toEqual(
      Uint8Array.of(0x89, 0x50, 0x4e, 0x47),
    );
    expect(saved[0]?.blob.type).toBe('image/png');
  });

  it('a download reports its bytes, and the total unless they were compressed', async () => {
    const progressEvents: [number, number | null][] = [];
    const answer = (headers: Record<string, string>) => () =>
      new Response('pixels', { headers: { 'content-type': 'image/png', ...headers } });
    stubFetch(answer({ 'content-length': '6' }));
    const file = await fetchBlob('/objects/r.png', (...bytes) => progressEvents.push(bytes));
    expect([await file.text(), file.type]).toEqual(['pixels', 'image/png']);
    stubFetch(answer({ 'content-length': '4', 'content-encoding': 'gzip' }));
    await fetchBlob('/objects/r.png', (...bytes) => progressEvents.push(bytes));
    expect(progressEvents).toEqual([
      [6, 6],
      [6, null],
    ]);
  });

  it('a download fails with one message and keeps the cause', async () => {
    stubFetch(() => new Response('', { status: 403 }));
    const failure: unknown = await downloadFile('/objects/r.png').catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: 'Download failed' });
    expect((failure as Error).cause).toMatchObject({ message: MESSAGES.networkNotOk });
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('revoked')));
    const revokedError: unknown = await downloadFile('blob:http://localhost/1').catch(
      (error: unknown) => error,
    );
    expect(revokedError).toMatchObject({ message: 'Download failed' });
    expect((revokedError as Error).cause).toMatchObject({ message: MESSAGES.blobFetchFailed });
    await expect(downloadFile('data:image/svg+xml;base64,AAAA')).rejects.toThrow('Download failed');
    expect(saved).toEqual([]);
  });
});
