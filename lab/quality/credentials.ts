/**
 * Checks that changes to signed files are detected, with two independent readers:
 *
 *   node lab/quality/credentials.ts [--files 200] [--flips 1]
 *   node lab/quality/credentials.ts --every-bit [--formats png,jpeg]
 *
 * Signs pictures as PNG, JPEG, WebP and AVIF with a certificate of its own. Reads each file unchanged, and with one
 * inverted bit in its pixels, its XMP metadata and its manifest. Then reads manifests that are truncated, inflated or
 * filled with nonsense. Exits with 1 if an intact file is reported as changed, or a changed one as intact. Like the
 * product, also checks the envelope of the credentials, which no signature covers. With --every-bit it inverts each bit
 * of the manifest of one small file of each format in turn.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import sharp from 'sharp';
import { createProvenance, EFFECT_NAMES, withStep } from '../../packages/contract/src/index.ts';
import type { Provenance } from '../../packages/contract/src/index.ts';
import { createImageEngine } from '../../packages/image-engine/src/index.ts';
import { embedXmp, inspectEnvelope, xmpPacket } from '../../packages/image-engine/src/pixels/index.ts';
import {
  isValidElsewhere,
  readCredentials,
} from '../../packages/image-engine/src/testing/read-credentials.ts';
import { openOwnSigner } from '@packshot/image-engine/credentials';
import { seededRandom } from '../../packages/image-engine/src/pixels/raster/random.ts';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: '200' },
    flips: { type: 'string', default: '1' },
    'every-bit': { type: 'boolean', default: false },
    formats: { type: 'string', default: 'png,jpeg,webp,avif' },
  },
});
const FORMATS = ['png', 'jpeg', 'webp', 'avif'] as const;
type Format = (typeof FORMATS)[number];
const PARTS = ['pixels', 'words', 'manifest'] as const;
const MEMORY_MAX_MIB = 700;

const random = seededRandom(71);
const between = (from: number, to: number): number => from + random(to - from);
const folder = mkdtempSync(path.join(tmpdir(), 'packshot-credentials-'));
const { sign, ...identity } = openOwnSigner(folder, { now: () => new Date() })();
const root = readFileSync(path.join(folder, 'root-certificate.pem'), 'utf8');
const engine = createImageEngine({ cacheDir: folder });

async function drawPicture(
  format: Format,
  packet: string,
  [width, height] = [between(40, 400), between(40, 400)],
): Promise<Uint8Array<ArrayBuffer>> {
  const channels = 3;
  const picture = sharp(randomBytes(width * height * channels), { raw: { width, height, channels } }).blur(
    1.5,
  );
  if (format === 'avif') return new Uint8Array(await picture.withXmp(packet).avif({ effort: 0 }).toBuffer());
  const bare = format === 'png' ? picture.png() : format === 'jpeg' ? picture.jpeg() : picture.webp();
  return new Uint8Array(Buffer.concat(embedXmp(new Uint8Array(await bare.toBuffer()), packet)));
}

function story(): Provenance {
  const photo = {
    ...createProvenance(['photo']),
    original: { sha256: randomBytes(32).toString('hex'), type: 'image/jpeg' },
  };
  return Array.from({ length: between(0, 5) }).reduce<Provenance>(
    (before) =>
      withStep(before, {
        tool: 'scene',
        effect: EFFECT_NAMES[between(0, EFFECT_NAMES.length)] ?? 'alter',
        engine: { name: 'Packshot', version: '0.1.0' },
        ingredient: { kind: 'studio-set', name: 'Still water' },
        parameters: { seed: between(0, 1e6), recipe: randomBytes(8).toString('hex') },
      }),
    photo,
  );
}

type Range = readonly [from: number, to: number];

/** Byte range of a part of a file. The manifest is in the box or chunk that the format's standard names. */
function findRange(file: Uint8Array, format: Format, part: (typeof PARTS)[number]): Range {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.length);
  if (part === 'words') return [bytes.indexOf('<x:xmpmeta'), bytes.indexOf('</x:xmpmeta>')];
  const after = (mark: string | Buffer, sizeAt: number, isLittle = false): Range => {
    const at = bytes.indexOf(mark);
    const size = isLittle ? bytes.readUInt32LE(at + sizeAt) : bytes.readUInt32BE(at + sizeAt);
    return [at + 4, at + 4 + size];
  };
  const isPixels = part === 'pixels';
  switch (format) {
    case 'png':
      return after(isPixels ? 'IDAT' : 'caBX', -4);
    case 'webp': {
      const [from, to] = after(isPixels ? 'VP8 ' : 'C2PA', 4, true);
      return [from + 4, to + 4];
    }
    case 'jpeg':
      return isPixels ? [bytes.indexOf(Buffer.of(0xff, 0xda)) + 14, bytes.length - 2] : app11(bytes);
    case 'avif': {
      const uuid = bytes.indexOf(Buffer.from('d8fec3d61b0e483c92975828877ec481', 'hex'));
      // The manifest begins after the box's name, version, purpose and the offsets of other boxes of its kind.
      return isPixels ? after('mdat', -4) : [uuid + 37, uuid - 8 + bytes.readUInt32BE(uuid - 8)];
    }
  }
}

/** Content of the first APP11 segment, after its JUMBF header. */
function app11(bytes: Buffer): Range {
  const at = bytes.indexOf(Buffer.of(0xff, 0xeb));
  return [at + 12, at + 2 + bytes.readUInt16BE(at + 2)];
}

interface Tally {
  read: number;
  /** Number of changes detected by the product: by the signing library, or by the envelope. */
  found: number;
  /** Number of these changes that the library alone detects. */
  foundByLibrary: number;
  /** Number of files read by the library of other authors. */
  readElsewhere: number;
  foundElsewhere: number;
  readonly wrong: string[];
}
const tallies = new Map<string, Tally>();

/** Whether the library reports a file as anything other than intact. */
async function isNoticed(file: Uint8Array): Promise<boolean> {
  const { state } = await readCredentials(file, root);
  return state !== 'Trusted' && state !== 'Valid';
}

async function judge(name: string, file: Uint8Array, isWhole: boolean, where: string): Promise<void> {
  const tally = tallies.get(name) ?? {
    read: 0,
    found: 0,
    foundByLibrary: 0,
    readElsewhere: 0,
    foundElsewhere: 0,
    wrong: [],
  };
  tallies.set(name, tally);
  const isFoundByLibrary = await isNoticed(file);
  const isFound = isFoundByLibrary || inspectEnvelope(file) !== 'sound';
  const isFine = await isValidElsewhere(file);
  tally.read += 1;
  tally.found += Number(isFound);
  tally.foundByLibrary += Number(isFoundByLibrary);
  tally.readElsewhere += Number(isFine !== null);
  tally.foundElsewhere += Number(isFine === false);
  if (isWhole ? isFound || isFine === false : !isFound) tally.wrong.push(where);
}

/** Unsigned manifests: truncated, filled with nonsense, with sizes of gigabytes, or with boxes nested in boxes. */
function* hostile(file: Uint8Array, [from, to]: Range): Generator<Uint8Array> {
  const changeBytes = (change: (bytes: Uint8Array) => void): Uint8Array => {
    const bytes = file.slice();
    change(bytes);
    return bytes;
  };
  for (let round = 0; round < 12; round += 1) {
    const at = between(from, to);
    yield file.slice(0, at);
    yield changeBytes((bytes) => bytes.fill(0, at, to));
    yield changeBytes((bytes) => bytes.fill(0xff, at, to));
    yield changeBytes((bytes) => bytes.set(randomBytes(to - at), at));
    yield changeBytes((bytes) => bytes.set([0x7f, 0xff, 0xff, 0xff], Math.min(at, to - 4)));
    // CBOR headers of a text and of a list with a length of four billion.
    yield changeBytes((bytes) => bytes.set([0x7a, 0xff, 0xff, 0xff, 0xff], Math.min(at, to - 5)));
    yield changeBytes((bytes) => bytes.set([0x9a, 0xff, 0xff, 0xff, 0xff], Math.min(at, to - 5)));
    yield changeBytes((bytes) => {
      for (let box = from; box + 8 <= to; box += 8)
        bytes.set([0, 0, (to - box) >> 8, (to - box) & 0xff, 0x6a, 0x75, 0x6d, 0x62], box);
    });
  }
}

async function signPicture(plain: Uint8Array<ArrayBuffer>, provenance: Provenance): Promise<Uint8Array> {
  const { files } = await engine.run('sign', { files: [{ bytes: plain }], provenance, identity }, { sign });
  return files[0] ?? plain;
}

async function judgeMany(): Promise<number> {
  const files = Number(values.files);
  for (let at = 0; at < files; at += 1) {
    const format = FORMATS[at % FORMATS.length] ?? 'png';
    const provenance = story();
    const file = await signPicture(await drawPicture(format, xmpPacket({ altText: '', provenance })), provenance);
    await judge(`${format} whole`, file, true, String(at));
    for (const part of PARTS) {
      const [from, to] = findRange(file, format, part);
      for (let flip = 0; flip < Number(values.flips); flip += 1) {
        const flipped = file.slice();
        const [place, bit] = [between(from, to), between(0, 8)];
        flipped[place] = (flipped[place] ?? 0) ^ (1 << bit);
        const where = `${String(at)}@${String(place - from)}/${String(to - from)}.${String(bit)}`;
        await judge(`${format} ${part}`, flipped, false, where);
      }
    }
    if (at < 2 * FORMATS.length)
      for (const bad of hostile(file, findRange(file, format, 'manifest')))
        await judge('hostile', bad, false, `${String(at)} ${format}`);
  }
  console.log(
    '| files | read | found | of these by c2pa-wasm | read by c2pa-ts | found by it |\n|---|---|---|---|---|---|',
  );
  for (const [name, { read, found, foundByLibrary, readElsewhere, foundElsewhere }] of tallies)
    console.log(
      `| ${name} | ${read} | ${found} | ${foundByLibrary} | ${readElsewhere} | ${foundElsewhere} |`,
    );
  for (const [name, { wrong }] of tallies)
    if (wrong.length > 0) console.log(`WRONG ${name}: ${wrong.slice(0, 12).join(', ')}`);
  return [...tallies.values()].reduce((sum, { wrong }) => sum + wrong.length, 0);
}

/**
 * Inverts each bit of a manifest, one at a time. Calls the library only if the envelope, whose check is fast, is sound.
 */
async function judgeEveryBit(): Promise<number> {
  let overlooked = 0;
  console.log(
    '| format | bits | found by the envelope | by c2pa-wasm alone | by neither | at |\n|---|---|---|---|---|---|',
  );
  for (const format of FORMATS.filter((one) => values.formats.split(',').includes(one))) {
    const provenance = { ...story(), steps: story().steps.slice(0, 1) };
    const file = await signPicture(
      await drawPicture(format, xmpPacket({ altText: '', provenance }), [12, 12]),
      provenance,
    );
    let [byEnvelope, byLibrary] = [0, 0];
    const places: number[] = [];
    const [from, to] = findRange(file, format, 'manifest');
    for (let place = from; place < to; place += 1)
      for (let bit = 0; bit < 8; bit += 1) {
        const flipped = file.slice();
        flipped[place] = (flipped[place] ?? 0) ^ (1 << bit);
        if (inspectEnvelope(flipped) !== 'sound') byEnvelope += 1;
        else if (await isNoticed(flipped)) byLibrary += 1;
        else places.push(place);
      }
    const at = [...new Set(places)].join(' ');
    console.log(
      `| ${format} | ${(to - from) * 8} | ${byEnvelope} | ${byLibrary} | ${places.length} | ${at} |`,
    );
    overlooked += places.length;
  }
  return overlooked;
}

const started = performance.now();
const faults = values['every-bit'] ? await judgeEveryBit() : await judgeMany();
await engine.close();
rmSync(folder, { recursive: true, force: true });
const memory = Math.round(process.memoryUsage.rss() / 1024 ** 2);
const processorS = Math.round((process.cpuUsage().user + process.cpuUsage().system) / 1e6);
console.log(
  `${Math.round((performance.now() - started) / 1000)} s, of the processor ${processorS} s, ${memory} MiB`,
);
process.exitCode = faults === 0 && memory < MEMORY_MAX_MIB ? 0 : 1;
