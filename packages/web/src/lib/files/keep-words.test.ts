import { createProvenance } from '@packshot/contract/provenance/chain';
import { embedXmp, stepsIn, xmpPacket } from '@packshot/image-engine/pixels';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { copyMetadata } from './keep-words.ts';

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 0, 2, 0xff, 0xd9);
const PNG = new Blob([SIGNATURE, new Uint8Array(25), new Uint8Array(12)], { type: 'image/png' });

it('a PNG made from a file of history keeps the provenance metadata of that file', async () => {
  const provenance = createProvenance(['photo', 'generated-part']);
  const sourceFile = new Blob([...embedXmp(JPEG, xmpPacket({ altText: 'Ein Krug – rot', provenance }))]);
  const png = await copyMetadata(sourceFile, PNG);
  const bytes = new Uint8Array(await png.arrayBuffer());
  expect(png.type).toBe('image/png');
  expect(new TextDecoder().decode(bytes)).toContain('Ein Krug – rot');
  const view = new DataView(bytes.buffer);
  const length = view.getUint32(33);
  expect(view.getUint32(41 + length)).toBe(crc32(bytes.subarray(37, 41 + length)));
  expect(bytes.subarray(45 + length)).toEqual(new Uint8Array(12));
  // Simulates a PNG header of 25 bytes: parsing starts after the signature and the header.
  view.setUint32(8, 13);
  expect(stepsIn(bytes)).toEqual(provenance);
  expect(await copyMetadata(new Blob([JPEG]), PNG)).toBe(PNG);
});
