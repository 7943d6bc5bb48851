import { readdirSync, readFileSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ERRORS } from '@packshot/contract';
import type { ErrorCode } from '@packshot/contract';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLocalSigner } from '../../src/platform/objects/local-signatures.ts';
import { deriveKey } from '../../src/platform/secrets/token-secrets.ts';
import { newGuest, readOutcome, send } from '../../src/testing/api-client.ts';
import type { ApiClient } from '../../src/testing/api-client.ts';
import { drawnPng, emptyPng } from '../../src/testing/drawn-png.ts';
import { brokenInvariants } from '../../src/testing/invariants.ts';
import { SESSION_SECRET, startProduct } from '../../src/testing/running-product.ts';
import type { RunningProduct } from '../../src/testing/running-product.ts';

const PHOTO = readFileSync(new URL('../../src/testing/fixtures/perfume.jpg', import.meta.url));
const BALANCE = 5;

let product: RunningProduct;
let guest: ApiClient;
beforeAll(async () => {
  product = await startProduct({ GUEST_FREE_GENERATIONS: String(BALANCE) });
  product.startWorker();
  guest = await newGuest(product.address);
});
afterAll(() => product.stop());
afterEach(async () => {
  expect(await guest.balance()).toBe(BALANCE);
  expect(await brokenInvariants(product.database.pool)).toEqual([]);
});

async function expectRefusal(response: Response, code: ErrorCode): Promise<void> {
  expect(response.status).toBe(ERRORS[code].status);
  expect(await response.json()).toMatchObject({ code, message: ERRORS[code].message });
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    statSync(join(folder, name)).isFile(),
  );
}

const storedFiles = () => filesUnder(join(product.dataDir, 'storage'));

describe('a picture refused before any charge', () => {
  it.each([
    ['text named .png', Buffer.from('this is text, whatever its name says'), 'UNSUPPORTED_TYPE'],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'UNSUPPORTED_TYPE'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'UNSUPPORTED_TYPE'],
    ['60 megapixels', emptyPng(10_000, 6_000), 'TOO_MANY_PIXELS'],
    ['a phone’s photo of 200 megapixels', emptyPng(16_320, 12_240), 'TOO_MANY_PIXELS'],
    [
      'a JPEG of 12 bits',
      Buffer.from('ffd8ffc100110c01e0028003011100021100031100', 'hex'),
      'UNSUPPORTED_BIT_DEPTH',
    ],
    [
      'a lossless JPEG',
      Buffer.from('ffd8ffc300110801e0028003011100021100031100', 'hex'),
      'UNSUPPORTED_CODING',
    ],
    ['a TIFF', Buffer.from('II*\0and so on', 'latin1'), 'UNSUPPORTED_TYPE'],
    ['a side of one pixel', emptyPng(1, 4000), 'TOO_SMALL'],
  ] as const)('is refused: %s', async (_what, bytes, code) => {
    const { key, response } = await guest.upload(bytes);
    expect(response.status).toBe(204);
    await expectRefusal(await guest.cutOut(key), code);
  });

  it.each([
    ['0 bytes', new Uint8Array(0), 'EMPTY_FILE'],
    ['26 MB', new Uint8Array(26 * 1024 * 1024), 'TOO_LARGE_BYTES'],
  ] as const)('is refused at the upload: %s', async (_what, bytes, code) => {
    const filesBefore = storedFiles();
    const { key, response } = await guest.upload(bytes);
    await expectRefusal(response, code);
    expect(storedFiles()).toEqual(filesBefore);
    await expectRefusal(await guest.cutOut(key), 'UPLOAD_NOT_FOUND');
  });
});

describe('a picture that fails during processing', () => {
  // Pictures that consist only of a header and can't be decoded; the test checks that they reach the decoder.
  it.each([
    [8160, 6144],
    [8192, 6144],
    [8272, 6200],
  ])('isn’t refused for its size when it is %i x %i from a 50-megapixel camera', async (width, height) => {
    const { key } = await guest.upload(emptyPng(width, height));
    const { states } = await readOutcome(await guest.cutOut(key));
    expect(states.at(-1)).toMatchObject({ status: 'FAILURE', error: { code: 'CORRUPT_IMAGE' } });
  });

  it('fails with its message when it is a truncated JPEG, and the credit is returned', async () => {
    const { key } = await guest.upload(PHOTO.subarray(0, Math.floor(PHOTO.byteLength * 0.6)));
    const response = await guest.cutOut(key);
    // Either the header check or the decoder detects the damage. In both cases nothing is charged and the message is
    // the same.
    if (response.status !== 200) return expectRefusal(response, 'CORRUPT_IMAGE');
    const { states } = await readOutcome(response);
    expect(states.at(-1)).toMatchObject({
      status: 'FAILURE',
      error: { code: 'CORRUPT_IMAGE', message: ERRORS.CORRUPT_IMAGE.message },
    });
  });
});

describe('a picture whose cut-out would be invisible', () => {
  /** A disc that the model clearly detects but that would be nearly invisible with the picture's own alpha channel. */
  const faint = drawnPng(200, 200, (x, y) =>
    Math.hypot(x - 100, y - 100) < 60 ? [20, 20, 40, 60] : [255, 255, 255, 60],
  );

  it('fails instead of becoming an empty cut-out, and the credit is returned', async () => {
    const { key } = await guest.upload(faint);
    const { states } = await readOutcome(await guest.cutOut(key));
    const { message } = ERRORS.NO_SUBJECT;
    expect(states.at(-1)).toMatchObject({ status: 'FAILURE', error: { code: 'NO_SUBJECT', message } });
    expect(states.at(-1)?.result).toBeUndefined();
  });
});

describe('an upload', () => {
  it('is refused with another user’s key, or a forged or expired policy', async () => {
    const other = await newGuest(product.address);
    const [own, others] = await Promise.all([guest.createTarget(), other.createTarget()]);
    const stolen = { ...own, fields: { ...own.fields, key: others.key } };
    await expectRefusal(await send(product.address, stolen, PHOTO), 'UPLOAD_FORBIDDEN');

    const policy = Buffer.from(own.fields['policy'] ?? '', 'base64')
      .toString()
      .replace(own.key, others.key);
    const forged = {
      ...own,
      fields: { ...own.fields, key: others.key, policy: Buffer.from(policy).toString('base64') },
    };
    await expectRefusal(await send(product.address, forged, PHOTO), 'UPLOAD_FORBIDDEN');

    const anHourAgo = () => Date.now() - 3_600_000;
    const signer = createLocalSigner(
      deriveKey(SESSION_SECRET, 'object links').toString('base64url'),
      anHourAgo,
    );
    const fields = signer.uploadFields({
      key: own.key,
      contentTypes: ['image/jpeg'],
      minSizeBytes: 1,
      maxSizeBytes: 1_000_000,
      expiresInSeconds: 600,
    });
    await expectRefusal(await send(product.address, { ...own, fields }, PHOTO), 'UPLOAD_EXPIRED');
    await expectRefusal(await guest.cutOut(own.key), 'UPLOAD_NOT_FOUND');
  });

  it('is refused a second time with other bytes, but accepted again with the same bytes', async () => {
    const target = await guest.createTarget();
    expect((await send(product.address, target, PHOTO)).status).toBe(204);
    expect((await send(product.address, target, PHOTO)).status).toBe(204);
    await expectRefusal(await send(product.address, target, PHOTO.subarray(1)), 'UPLOAD_FORBIDDEN');
  });

  it('leaves no file when the connection is lost in the middle, and its target can be used again', async () => {
    const target = await guest.createTarget();
    const filesBefore = storedFiles();
    const { hostname, port } = new URL(product.address);
    const socket = connect(Number(port), hostname);
    const fields = Object.entries(target.fields)
      .map(([name, value]) => `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('');
    socket.write(
      'POST /objects HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\n' +
        `content-length: 9000000\r\n\r\n${fields}` +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="photo.png"\r\n\r\n',
    );
    socket.write(PHOTO);
    socket.write(Buffer.alloc(3_000_000));
    await expect.poll(() => storedFiles().length).toBe(filesBefore.length + 1);
    socket.destroy();
    await expect.poll(() => storedFiles()).toEqual(filesBefore);
    await expectRefusal(await guest.cutOut(target.key), 'UPLOAD_NOT_FOUND');
    expect((await send(product.address, target, PHOTO)).status).toBe(204);
  });

  it('can’t be used by another user, for whom it doesn’t seem to exist', async () => {
    const other = await newGuest(product.address);
    const { key } = await other.upload(PHOTO);
    await expectRefusal(await guest.cutOut(key), 'UPLOAD_NOT_FOUND');
    expect(await other.balance()).toBe(BALANCE);
  });
});
