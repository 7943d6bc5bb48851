import { describe, expect, it } from 'vitest';
import {
  INLINE_PICTURE_MAX_BYTES,
  pictureResource,
  parsePictureSource,
  resultResource,
} from './picture-source.ts';

const SERVER = { takesFiles: false, takesAddresses: true };
const MACHINE = { takesFiles: true, takesAddresses: false };
const JOB = '0190f3a8-1111-7222-8333-444455556666';
const expectRefused =
  (text: string, sources = SERVER) =>
  () =>
    parsePictureSource(text, 'picture', sources);

describe('a picture source', () => {
  it('can be a URL, a resource, data or a file, each where allowed', () => {
    expect(parsePictureSource('https://shop.example/a.png', 'picture', SERVER)).toEqual({
      kind: 'url',
      url: 'https://shop.example/a.png',
    });
    expect(parsePictureSource(resultResource(JOB, 3), 'picture', SERVER)).toEqual({
      kind: 'result',
      jobId: JOB,
      index: 3,
    });
    expect(parsePictureSource(pictureResource('uploads/a/b'), 'picture', SERVER)).toEqual({
      kind: 'kept',
      key: 'uploads/a/b',
    });
    expect(parsePictureSource('data:image/png;base64,AAEC', 'picture', MACHINE)).toEqual({
      kind: 'bytes',
      bytes: new Uint8Array([0, 1, 2]),
    });
    expect(parsePictureSource('file:///photos/a.png', 'picture', MACHINE)).toEqual({
      kind: 'file',
      path: 'file:///photos/a.png',
    });
    expect(parsePictureSource('C:\\photos\\a.png', 'picture', MACHINE)).toEqual({
      kind: 'file',
      path: 'C:\\photos\\a.png',
    });
  });

  it('is refused with an error that names its argument', () => {
    for (const text of [
      '',
      '/etc/passwd',
      'file:///etc/passwd',
      'ftp://a.example/b',
      'packshot://results/x/0',
      `packshot://results/${JOB}/100`,
      'packshot://pictures/',
      `packshot://pictures/${'a'.repeat(300)}`,
      `https://a.example/${'a'.repeat(3000)}`,
    ])
      expect(expectRefused(text), text).toThrow(
        expect.objectContaining({ code: 'BAD_REQUEST', param: 'picture' }),
      );
    for (const text of ['https://shop.example/a.png', 'http://10.0.0.1/', 'ftp://a.example/b', 'gopher://a'])
      expect(expectRefused(text, MACHINE), text).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
  });

  it('is refused when its data is too large or isn’t base64', () => {
    const data = (bytes: number) => `data:image/png;base64,${Buffer.alloc(bytes).toString('base64')}`;
    expect(parsePictureSource(data(INLINE_PICTURE_MAX_BYTES), 'picture', SERVER)).toMatchObject({
      kind: 'bytes',
    });
    expect(expectRefused(data(INLINE_PICTURE_MAX_BYTES + 3))).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST' }),
    );
    for (const text of [
      'data:image/png;base64,',
      'data:image/png;base64,@@@@',
      'data:image/png,abc',
      'data:text/html;base64,AAEC',
      'data:image/png;base64,AA EC',
    ])
      expect(expectRefused(text), text).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
  });
});
