/**
 * `npm --prefix lab run quality -- --only channels`: the engine checks and fixes 20 good and 20 deliberately bad
 * pictures for each channel, as files of the channel's preferred size, as on the command line; and as many for each
 * rule. `--set DIR` adds photos: each is fixed for every channel that asks for a white background.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHANNEL_IDS, CHANNELS } from '@packshot/contract/channels/channels';
import type { ChannelId } from '@packshot/contract/channels/channels';
import type { Finding } from '@packshot/contract/channels/findings';
import { isJudged } from '@packshot/contract/channels/rules';
import { createImageEngine } from '@packshot/image-engine';
import type { ImageEngine, ToolResult } from '@packshot/image-engine';
import {
  encodeAvif,
  encodeJpeg,
  encodePng,
  encodeWebp,
} from '../../packages/image-engine/src/codec/encode.ts';
import sharp from '../../packages/image-engine/src/codec/sharp.ts';
import {
  channelPictures,
  PLANTED,
  rulePictures,
} from '../../packages/image-engine/src/testing/channel-pictures.ts';
import type { ChannelPicture } from '../../packages/image-engine/src/testing/channel-pictures.ts';

interface Wishes {
  readonly limit: number;
  /** Folder with photos to check besides the drawn pictures, or null. */
  readonly photos: string | null;
}

const TODAY = '2026-11-24';
const MOST_PER_CHANNEL = 20;
/** Rules whose violations no change of a file can fix. */
const LASTING = new Set(['whole', 'sharp', 'single']);

type Checked = ToolResult<'check-channel'>;

/** Prints wrong findings, missed faults, and faults that remain after fixing. */
export async function measureChannels({ limit, photos }: Wishes): Promise<void> {
  const engine = createImageEngine({ cacheDir: join(import.meta.dirname, '../../.packshot/models') });
  const wrong = { exact: [] as string[], judged: [] as string[], unfixed: [] as string[] };
  let checked = 0;
  let fixed = 0;
  try {
    for (const channel of CHANNEL_IDS) {
      for (const picture of channelPictures(channel, Math.min(MOST_PER_CHANNEL, limit), 1)) {
        const result = await checkedAndFixed(engine, channel, await encodePicture(picture), picture.name);
        judge(picture, result.findings, wrong);
        checked++;
        if (picture.fault === null || LASTING.has(picture.fault)) continue;
        fixed++;
        wrong.unfixed.push(...leftAfter(result).map((sentence) => `${picture.label}: ${sentence}`));
      }
      console.log(`${CHANNELS[channel].name}: ${checked} checked, ${fixed} fixed so far`);
    }
    await measureRules(engine, Math.min(MOST_PER_CHANNEL, limit));
    if (photos !== null) await fixPhotos(engine, photos);
  } finally {
    await engine.close();
  }
  for (const [kind, sentences] of Object.entries(wrong)) {
    console.log(`${kind}: ${sentences.length} wrong`);
    for (const sentence of sentences) console.log(`  ${sentence}`);
  }
}

/** Prints, for each rule, how many good pictures were accepted and how many bad ones were detected. */
async function measureRules(engine: ImageEngine, count: number): Promise<void> {
  console.log('\n| rule | good ones taken | bad ones found | |\n|---|---:|---:|---|');
  for (const kind of PLANTED) {
    let [taken, found] = [0, 0];
    const odd: string[] = [];
    for (const picture of rulePictures(kind, count, 1)) {
      const { channel, name, fault, label } = picture;
      const { findings } = await engine.run('check-channel', {
        picture: await encodePicture(picture),
        name,
        channel,
        today: TODAY,
        fixes: [],
      });
      const isSaid = findings.some((finding) => finding.kind === kind);
      if (fault === null && !isSaid) taken += 1;
      else if (fault !== null && isSaid) found += 1;
      else odd.push(label);
    }
    console.log(`| ${kind} | ${taken} of ${count} | ${found} of ${count} | ${odd.join(', ')} |`);
  }
}

function judge(
  { label, fault }: ChannelPicture,
  findings: readonly Finding[],
  wrong: Readonly<Record<'exact' | 'judged', string[]>>,
): void {
  const say = (kind: Finding['kind'], sentence: string): void =>
    void wrong[isJudged(kind) ? 'judged' : 'exact'].push(`${label}: ${sentence}`);
  if (fault === null) for (const { kind, sentence } of findings) say(kind, sentence);
  else if (findings.every(({ kind }) => kind !== fault)) say(fault, 'not found');
}

/** Checks and fixes a picture, with its cut-out if a fix needs one. */
async function checkedAndFixed(
  engine: ImageEngine,
  channel: ChannelId,
  picture: Uint8Array,
  name: string,
): Promise<Checked> {
  const input = { picture, name, channel, today: TODAY, fixes: 'all' } as const;
  const first = await engine.run('check-channel', input);
  if (first.fixed?.needsCutOut !== true) return first;
  const { full } = await engine.run('cut-out', { photo: picture });
  const second = await engine.run('check-channel', { ...input, cutOut: full });
  return { ...second, findings: first.findings };
}

/** Sentences about the remaining findings, except sizes for which the photo has too few pixels, and file names. */
const leftAfter = ({ fixed }: Checked): readonly string[] =>
  (fixed?.left ?? [])
    .filter(({ kind, level }) => !(kind === 'side' && level === 'advice') && kind !== 'name')
    .map(({ sentence }) => sentence);

async function encodePicture({ image, format, isCmyk, paddingBytes }: ChannelPicture): Promise<Uint8Array> {
  const encoders = {
    jpeg: () => encodeJpeg(image, 92, '#ffffff'),
    png: () => encodePng(image),
    webp: () => encodeWebp(image, 92),
    avif: () => encodeAvif(image, 80, '<x/>'),
  };
  const raw = { width: image.widthPx, height: image.heightPx, channels: 4 } as const;
  const file = isCmyk
    ? await sharp(image.data, { raw })
        .flatten({ background: '#ffffff' })
        .toColourspace('cmyk')
        .jpeg()
        .toBuffer()
    : await encoders[format]();
  return paddingBytes === 0 ? file : Buffer.concat([file, Buffer.alloc(paddingBytes)]);
}

/** Fixes every photo for every channel that asks for a white background, and prints the remaining findings. */
async function fixPhotos(engine: ImageEngine, folder: string): Promise<void> {
  for (const name of readdirSync(folder).toSorted()) {
    for (const channel of CHANNEL_IDS.filter((id) => CHANNELS[id].preferred.isOnWhite)) {
      const result = await checkedAndFixed(engine, channel, readFileSync(join(folder, name)), name);
      const found = result.findings.map(({ kind }) => kind).join(' ');
      const scale = result.fixed?.scale ?? 1;
      console.log(
        `${name} ${channel}: ${found} → ${leftAfter(result).join(' ') || 'taken'}${scale > 1 ? ` (enlarged ${scale.toFixed(2)} times)` : ''}`,
      );
    }
  }
}
