import { describe, expect, it } from 'vitest';
import { hasUnsignedFilling } from './unsigned-filling.ts';

function box(kind: string, content = 'content'): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(`....${kind}${content}`);
  new DataView(bytes.buffer).setUint32(0, bytes.length);
  return bytes;
}
/** Creates a box whose size field has eight bytes. */
function largeBox(kind: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(`....${kind}........content`);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 1);
  view.setBigUint64(8, BigInt(bytes.length));
  return bytes;
}
const PICTURE = [box('ftyp', 'avif'), box('uuid'), box('meta'), box('mdat')];

describe('an unsigned box in an AVIF', () => {
  it('isn’t found in an AVIF that our own encoder wrote', async () => {
    expect(await hasUnsignedFilling(new Blob(PICTURE))).toBe(false);
  });

  it.each(['free', 'skip', 'mfra', 'ftyp'])('is found at any position: box type %s', async (kind) => {
    const [first = box('ftyp'), ...rest] = PICTURE;
    expect(await hasUnsignedFilling(new Blob([...PICTURE, box(kind, 'hidden')]))).toBe(true);
    expect(await hasUnsignedFilling(new Blob([first, box(kind, 'hidden'), ...rest]))).toBe(true);
    expect(await hasUnsignedFilling(new Blob([first, largeBox('mdat'), box(kind)]))).toBe(true);
  });

  it('is searched for in bounded time, whatever sizes the boxes state', async () => {
    const endless = Array.from({ length: 300 }, () => box('abcd', ''));
    expect(await hasUnsignedFilling(new Blob(endless))).toBe(true);
    const [none, tooSmall] = [box('mdat'), box('mdat')];
    new DataView(none.buffer).setUint32(0, 0);
    new DataView(tooSmall.buffer).setUint32(0, 3);
    expect(await hasUnsignedFilling(new Blob([none, box('free')]))).toBe(false);
    expect(await hasUnsignedFilling(new Blob([tooSmall, box('free')]))).toBe(false);
    expect(await hasUnsignedFilling(new Blob([]))).toBe(false);
  });
});
