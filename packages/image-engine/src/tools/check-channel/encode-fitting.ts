import type { Channel, FileFormat } from '@packshot/contract/channels/rules';
import { encodeFile } from '../../codec/encode.ts';
import type { RgbaRaster } from '../../pixels/raster/raster.ts';
import { resample } from '../../pixels/raster/resample.ts';

type Written = 'jpeg' | 'png' | 'webp';

interface Fitting {
  readonly file: Uint8Array;
  readonly quality: number | null;
  /** Below 1 where no quality was small enough. */
  readonly scale: number;
}

interface EncodingRequest {
  /** Of the picture before. */
  readonly format: FileFormat | null;
  /** It was too large: a format without loss would be so again. */
  readonly wantsFewerBytes: boolean;
  readonly xmp: string | undefined;
}

/** The best first; what is coarser than the last shows it. */
const QUALITIES = [95, 92, 88, 82, 75, 68, 60] as const;
/** Sides shrink by this where no quality is enough. */
const SHRINKS_BY = 0.85;
const MOST_SHRINKS = 12;
/** A signature comes on top. */
const ROOM_BYTES = 64_000;

/** Writes a picture in a format that the channel takes, as well as its largest file allows. */
export async function encodeFitting(
  image: RgbaRaster,
  channel: Channel,
  asked: EncodingRequest,
): Promise<Fitting> {
  const format = formatFor(channel, asked);
  const mostBytes =
    Math.min(...channel.rules.map((rule) => (rule.kind === 'bytes' ? rule.max : Infinity))) - ROOM_BYTES;
  let [shown, scale] = [image, 1];
  for (let shrinks = 0; ; shrinks++) {
    for (const quality of format === 'png' ? [null] : QUALITIES) {
      const file = await encodeFile(shown, format, { quality: quality ?? 100, xmp: asked.xmp });
      if (file.length <= mostBytes || shrinks >= MOST_SHRINKS) return { file, quality, scale };
    }
    scale *= SHRINKS_BY;
    shown = resample(image, Math.round(image.widthPx * scale), Math.round(image.heightPx * scale));
  }
}

/** Its own where that is taken and written here. */
function formatFor({ rules, preferred }: Channel, { format, wantsFewerBytes }: EncodingRequest): Written {
  const isWritten = format === 'jpeg' || format === 'png' || format === 'webp';
  const isTaken = rules.every(
    (rule) => rule.kind !== 'format' || (format !== null && rule.allowed.includes(format)),
  );
  return isWritten && isTaken && !(wantsFewerBytes && format === 'png') ? format : preferred.format;
}
