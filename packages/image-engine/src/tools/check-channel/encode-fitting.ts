import type { Channel, FileFormat } from '@packshot/contract/channels/rules';
import { encodeFile } from '../../codec/encode.ts';
import type { RgbaRaster } from '../../pixels/raster/raster.ts';
import { resample } from '../../pixels/raster/resample.ts';

type Written = 'jpeg' | 'png' | 'webp';

interface Fitting {
  readonly file: Uint8Array;
  readonly quality: number | null;
  /** Scale of the result; below 1 if the picture was reduced because no quality gave a small enough file. */
  readonly scale: number;
}

interface EncodingRequest {
  /** Format of the input file. */
  readonly format: FileFormat | null;
  /** True if the input file was too large; a PNG is then written in the channel's preferred format. */
  readonly wantsFewerBytes: boolean;
  readonly xmp: string | undefined;
}

/** Qualities in order of preference; below the last one, compression artifacts are clearly visible. */
const QUALITIES = [95, 92, 88, 82, 75, 68, 60] as const;
/** Factor by which the sides are reduced if no quality gives a small enough file. */
const SHRINKS_BY = 0.85;
const MOST_SHRINKS = 12;
/** Number of bytes reserved for the signature. */
const ROOM_BYTES = 64_000;

/** Encodes a picture in a format that the channel accepts, at the best quality within its file size limit. */
export async function encodeFitting(
  image: RgbaRaster,
  channel: Channel,
  request: EncodingRequest,
): Promise<Fitting> {
  const format = formatFor(channel, request);
  const mostBytes =
    Math.min(...channel.rules.map((rule) => (rule.kind === 'bytes' ? rule.max : Infinity))) - ROOM_BYTES;
  let [scaledImage, scale] = [image, 1];
  for (let shrinks = 0; ; shrinks++) {
    for (const quality of format === 'png' ? [null] : QUALITIES) {
      const file = await encodeFile(scaledImage, format, { quality: quality ?? 100, xmp: request.xmp });
      if (file.length <= mostBytes || shrinks >= MOST_SHRINKS) return { file, quality, scale };
    }
    scale *= SHRINKS_BY;
    scaledImage = resample(image, Math.round(image.widthPx * scale), Math.round(image.heightPx * scale));
  }
}

/**
 * Chooses the file format: the input's own format if the channel accepts it and the engine can write it, else the
 * channel's preferred format, which is also used for a PNG that was too large.
 */
function formatFor({ rules, preferred }: Channel, { format, wantsFewerBytes }: EncodingRequest): Written {
  const isWritten = format === 'jpeg' || format === 'png' || format === 'webp';
  const isTaken = rules.every(
    (rule) => rule.kind !== 'format' || (format !== null && rule.allowed.includes(format)),
  );
  return isWritten && isTaken && !(wantsFewerBytes && format === 'png') ? format : preferred.format;
}
