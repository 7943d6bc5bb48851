/**
 * Compares the masks of 8-bit ISNet with those of single precision, photo by photo:
 *
 *   node lab/models/isnet-agreement.ts [--against CALIBRATION.json] [--blocks] [--times ROUNDS] PHOTO...
 *
 * A third of the photos, by the hash of their names, is held out: never tune by these. `--against` also measures
 * another calibration. `--blocks` measures each part of the network alone in 8 bits, with the rest in single precision.
 * `--times` measures the duration of each form in turn. Masks in single precision are cached in the temporary folder.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { decodePhoto } from '../../packages/image-engine/src/codec/decode.ts';
import { fitForModel } from '../../packages/image-engine/src/codec/encode.ts';
import { MODEL_BUILDS } from '../../packages/image-engine/src/models/builds.ts';
import type { Calibration } from '../../packages/image-engine/src/models/calibration.ts';
import { ISNET_SIDE_PX } from '../../packages/image-engine/src/models/isnet-convert.ts';
import { quantize } from '../../packages/image-engine/src/models/isnet-quantize.ts';
import { encodeModel } from '../../packages/image-engine/src/models/onnx-format.ts';
import { openSession } from '../../packages/image-engine/src/models/segmentation-session.ts';
import type { SegmentationSession } from '../../packages/image-engine/src/models/segmentation-session.ts';
import { intersectionOverUnion, meanAbsoluteError } from '../../packages/image-engine/src/pixels/raster/alpha.ts';
import { raster } from '../../packages/image-engine/src/pixels/raster/raster.ts';
import type { AlphaRaster, RgbRaster } from '../../packages/image-engine/src/pixels/raster/raster.ts';

interface Photo {
  readonly name: string;
  readonly aside: boolean;
  readonly picture: RgbRaster;
  readonly reference: AlphaRaster;
}

const { values: options, positionals: files } = parseArgs({
  allowPositionals: true,
  options: { against: { type: 'string' }, blocks: { type: 'boolean' }, times: { type: 'string' } },
});
if (files.length === 0) {
  throw new Error(
    'Usage: isnet-agreement.ts [--against CALIBRATION.json] [--blocks] [--times ROUNDS] PHOTO...',
  );
}
const MASKS = join(tmpdir(), 'isnet-single-precision');
const shipped = await readCalibration(MODEL_BUILDS.isnet.calibrationFile);
const photos = await readPhotos();
await report('8 bits', await inEightBits(shipped));
if (options.against !== undefined) {
  await report(options.against, await inEightBits(await readCalibration(options.against)));
}
if (options.blocks === true) await reportBlocks();
if (options.times !== undefined) await reportTimes(Number(options.times));

async function readCalibration(file: string): Promise<Calibration> {
  return JSON.parse(await readFile(file, 'utf8')) as Calibration;
}

async function readPhotos(): Promise<Photo[]> {
  await mkdir(MASKS, { recursive: true });
  let session: SegmentationSession | undefined;
  const read: Photo[] = [];
  for (const file of files) {
    const bytes = await readFile(file);
    const { image } = await decodePhoto(bytes);
    const picture = await fitForModel(image, ISNET_SIDE_PX, ISNET_SIDE_PX);
    const name = basename(file, extname(file));
    const kept = join(MASKS, `${createHash('sha256').update(picture.data).digest('hex').slice(0, 16)}.mask`);
    let mask = await readFile(kept).catch(() => undefined);
    if (mask === undefined) {
      session ??= await openSession(encodeModel(await MODEL_BUILDS.isnet.convert()));
      mask = Buffer.from((await session.run(picture)).data);
      await writeFile(kept, mask);
    }
    const aside = createHash('sha256').update(name).digest().readUInt32BE() % 3 === 0;
    read.push({
      name,
      aside,
      picture,
      reference: raster(new Uint8Array(mask), ISNET_SIDE_PX, ISNET_SIDE_PX, 1),
    });
  }
  await session?.release();
  return read;
}

async function inEightBits(calibration: Calibration): Promise<Uint8Array> {
  const model = await MODEL_BUILDS.isnet.convert();
  quantize(model, calibration);
  return encodeModel(model);
}

interface Agreement {
  readonly photo: Photo;
  readonly iou: number;
  readonly error: number;
}

async function measure(form: Uint8Array): Promise<Agreement[]> {
  const session = await openSession(form);
  const agreements: Agreement[] = [];
  for (const photo of photos) {
    const mask = await session.run(photo.picture);
    const iou = intersectionOverUnion(photo.reference, mask);
    agreements.push({ photo, iou, error: meanAbsoluteError(photo.reference, mask) });
  }
  await session.release();
  return agreements;
}

async function report(title: string, form: Uint8Array): Promise<void> {
  const agreements = await measure(form);
  print(`\n${title}`);
  for (const { photo, iou, error } of agreements.toSorted((a, b) => a.iou - b.iou)) {
    print(`  ${iou.toFixed(4)}  ${error.toFixed(5)}  ${photo.aside ? 'aside ' : 'tuning'}  ${photo.name}`);
  }
  for (const [part, chosen] of [
    ['tuning', agreements.filter(({ photo }) => !photo.aside)],
    ['put aside', agreements.filter(({ photo }) => photo.aside)],
    ['all', agreements],
  ] as const) {
    if (chosen.length > 0) print(`${part}, ${chosen.length}: ${inWords(chosen)}`);
  }
}

function inWords(agreements: readonly Agreement[]): string {
  const mean = (of: (agreement: Agreement) => number): number =>
    agreements.reduce((sum, agreement) => sum + of(agreement), 0) / agreements.length;
  const worst = Math.min(...agreements.map(({ iou }) => iou));
  return `IoU mean ${mean(({ iou }) => iou).toFixed(4)}, worst ${worst.toFixed(4)}; error ${mean(({ error }) => error).toFixed(5)}`;
}

async function reportBlocks(): Promise<void> {
  const { graph } = await MODEL_BUILDS.isnet.convert();
  const blocks = new Set(
    graph.node.filter((n) => n.op_type === 'Conv').map(({ name }) => name.split('/')[1]),
  );
  print('\nonly this block in 8 bits');
  for (const block of blocks) {
    const singlePrecision = graph.node
      .map(({ name }) => name)
      .filter((name) => !name.startsWith(`/${block}/`));
    const agreements = await measure(await inEightBits({ ...shipped, singlePrecision }));
    print(`  ${block}: ${inWords(agreements)}`);
  }
}

async function reportTimes(rounds: number): Promise<void> {
  const forms = [['8 bits', await inEightBits(shipped)]] as [string, Uint8Array][];
  if (options.against !== undefined) {
    forms.push([options.against, await inEightBits(await readCalibration(options.against))]);
  }
  const sessions: [string, SegmentationSession, number[]][] = [];
  for (const [title, form] of forms) sessions.push([title, await openSession(form), []]);
  for (let round = -1; round < rounds; round++) {
    for (const [, session, times] of sessions) {
      const startedMs = performance.now();
      await session.run(photos[0].picture);
      // The first round is a warm-up and isn't counted.
      if (round >= 0) times.push(performance.now() - startedMs);
    }
  }
  print(`\nmedian of ${rounds}, in alternation`);
  for (const [title, session, times] of sessions) {
    print(`  ${title}: ${times.toSorted((a, b) => a - b)[times.length >> 1].toFixed(0)} ms`);
    await session.release();
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
