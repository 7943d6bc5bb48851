import { generateKeyPairSync, X509Certificate } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { createProvenance } from '@packshot/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSigner } from '../../credentials/index.ts';
import { createCertificate } from '../../credentials/certificate.ts';
import { openOwnSigner } from '../../credentials/own-signer.ts';
import { embedXmp } from '../../pixels/file/metadata/embed.ts';
import { createImageEngine } from '../../engine.ts';
import type { ImageEngine } from '../../image-engine.ts';
import { raster } from '../../pixels/raster/raster.ts';
import { encodePng } from '../../codec/encode.ts';
import { testCacheDir } from '../../testing/shared-files.ts';

let engine: ImageEngine;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'packshot-inspect-'));
  engine = createImageEngine({ cacheDir: testCacheDir });
});
afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const FIXTURES = new URL('../../testing/fixtures/', import.meta.url);

/** Picture of a product of 20 by 30 pixels at 0, 10 in a picture of 60 by 50, on a transparent or white background. */
const drawProduct = (ground: readonly [number, number, number, number]): Promise<Uint8Array> => {
  const data = new Uint8Array(60 * 50 * 4);
  for (let at = 0; at < 60 * 50; at++) {
    const isProduct = at % 60 < 20 && at / 60 >= 10 && at / 60 < 40;
    data.set(isProduct ? [200, 30, 40, 255] : ground, at * 4);
  }
  return encodePng(raster(data, 60, 50, 4));
};
const signer = (name: string) => openOwnSigner(join(folder, name), { now: () => new Date() });

describe('inspecting a picture', () => {
  it('finds the product’s position and the share of pure white edge pixels', async () => {
    const clear = await engine.run('inspect', { picture: await drawProduct([0, 0, 0, 0]) });
    expect(clear).toMatchObject({
      format: 'png',
      hasTransparency: true,
      product: { xPx: 0, yPx: 10, widthPx: 20, heightPx: 30 },
      whiteEdge: 0,
      sourceType: null,
    });
    expect(clear.report).toBeUndefined();
    const white = await engine.run('inspect', { picture: await drawProduct([255, 255, 255, 255]) });
    expect(white).toMatchObject({ hasTransparency: false, product: null });
    // The product covers 30 of the 216 pixels at the picture's edges.
    expect(white.whiteEdge).toBeCloseTo(186 / 216, 5);
    const nearly = await engine.run('inspect', { picture: await drawProduct([254, 255, 255, 255]) });
    expect(nearly.whiteEdge).toBe(0);
  });

  it('tells its own credentials from foreign, changed and missing ones', async () => {
    const picture = await drawProduct([255, 255, 255, 255]);
    const { sign, ...identity } = signer('own')();
    const { issuer } = signer('own')().knownBy;
    const provenance = createProvenance(['photo']);
    const { files } = await engine.run(
      'sign',
      { files: [{ bytes: picture }], provenance, identity },
      { sign },
    );
    const [signed = picture] = files;
    const verdict = async (file: Uint8Array, by: string | null = issuer) =>
      (await engine.run('inspect', { picture: file, issuer: by })).report?.verdict;
    expect(await verdict(signed)).toBe('own');
    expect(await verdict(signed, signer('other')().knownBy.issuer)).toBe('intact');
    expect(await verdict(signed, null)).toBe('intact');
    expect(await verdict(picture)).toBe('none');
    expect(await verdict(new Uint8Array(readFileSync(new URL('mug.heic', FIXTURES))))).toBe('none');
    // Changes the signed file by adding a comment, which decoders ignore.
    const end = signed.length - 12;
    const text = Buffer.from('tEXtComment\0changed');
    const comment = Buffer.alloc(text.length + 8);
    comment.writeUInt32BE(text.length - 4);
    text.copy(comment, 4);
    comment.writeUInt32BE(crc32(text), text.length + 4);
    const changed = Buffer.concat([signed.subarray(0, end), comment, signed.subarray(end)]);
    expect(await verdict(changed)).toBe('changed');
  });

  it('reports a file with an expired certificate as unchanged, but not trusted', async () => {
    const keys = ['root', 'signer'].map(
      () => generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey,
    );
    const [rootKey, key] = keys as [KeyObject, KeyObject];
    const issuer = { organization: 'Test', commonName: 'Root', key: rootKey };
    const day = (year: number) => new Date(`${year}-01-01`);
    const certificates = [
      createCertificate({
        kind: 'signer',
        ...issuer,
        commonName: 'Signer',
        key,
        from: day(2015),
        until: day(2020),
        issuer,
      }),
      createCertificate({ kind: 'root', ...issuer, from: day(2010), until: day(2049) }),
    ].map((der) => new X509Certificate(der));
    const { sign, ...identity } = createSigner({ key, certificates });
    const bytes = await drawProduct([255, 255, 255, 255]);
    const { files } = await engine.run(
      'sign',
      { files: [{ bytes }], provenance: createProvenance(['photo']), identity },
      { sign },
    );
    const { report } = await engine.run('inspect', { picture: files[0] ?? bytes, issuer: null });
    expect(report?.verdict).toBe('unsound');
    expect(report?.faults).toEqual([
      'Its certificate has expired. Nothing in the file proves that it was signed before then.',
    ]);
  });

  it('doesn’t fetch credentials that are stored elsewhere, and names their place', async () => {
    let requests = 0;
    const elsewhere = createServer((_request, response) => {
      requests += 1;
      response.end('no manifest');
    }).listen(0, '127.0.0.1');
    await once(elsewhere, 'listening');
    const { port } = elsewhere.address() as AddressInfo;
    const packet = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dcterms="http://purl.org/dc/terms/" dcterms:provenance="http://127.0.0.1:${port}/m.c2pa"/></rdf:RDF></x:xmpmeta>`;
    const picture = Buffer.concat(embedXmp(new Uint8Array(await drawProduct([255, 255, 255, 255])), packet));
    const { report } = await engine.run('inspect', { picture, issuer: signer('own')().knownBy.issuer });
    expect(report).toMatchObject({ verdict: 'none', keptAt: '127.0.0.1' });
    // Makes one request, to verify that the server would have noticed an earlier one.
    await fetch(`http://127.0.0.1:${port}/`);
    expect(requests).toBe(1);
    elsewhere.close();
  });
});
