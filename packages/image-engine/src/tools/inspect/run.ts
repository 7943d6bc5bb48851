import { digitalSourceFor } from '@packshot/contract';
import type { DigitalSourceType } from '@packshot/contract';
import { NOTHING, createReport } from '@packshot/contract/provenance/credentials-report';
import type { Report } from '@packshot/contract/provenance/credentials-report';
import { placeIn } from '@packshot/contract/provenance/credentials-elsewhere';
import { decodePhoto } from '../../codec/decode.ts';
import { encodeStandardWebp } from '../../codec/encode.ts';
import { hasTransparency, visibleBounds } from '../../pixels/raster/alpha.ts';
import type { ImageFormat } from '../../pixels/file/header/probe.ts';
import { inspectEnvelope } from '../../pixels/file/metadata/inspect-envelope.ts';
import { provenanceIn } from '../../pixels/file/metadata/provenance-in-file.ts';
import { hasUnsignedFilling } from '../../pixels/file/metadata/unsigned-filling.ts';
import { unsignedReport } from '../../pixels/file/metadata/unsigned-report.ts';
import type { Box, RgbaRaster } from '../../pixels/raster/raster.ts';
import { askReader } from '../read-provenance/ask-reader.ts';
import { library } from '../sign/library.ts';
import { createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';

export interface InspectInput {
  readonly picture: Uint8Array;
  /** PEM of the issuer whose credentials count as our own (null for none); if undefined, credentials aren't read. */
  readonly issuer?: string | null | undefined;
}

export interface InspectResult {
  readonly format: ImageFormat;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly hasTransparency: boolean;
  /** Bounding box of the picture's visible part; null without transparency or if nothing is visible. */
  readonly product: Box | null;
  /** Share of the pixels at the picture's edges that are opaque and exactly 255, 0 to 1. */
  readonly whiteEdge: number;
  /** WebP that is small enough as input for a language model. */
  readonly preview: Uint8Array;
  /** Report on the picture's credentials; undefined if not requested. */
  readonly report?: Report;
  /** Digital source type that the file itself states; null for a photo or without a statement. */
  readonly sourceType: DigitalSourceType | null;
  stagesMs: Record<string, number>;
}

export const keeps = [library];
const STAGES = { decode: 0, inspect: 0.5, encode: 0.6, read: 0.7 } as const;

/** Maximum longest side of pictures that language models see. */
const PREVIEW_LONGEST_SIDE_PX = 768;
/** Maximum alpha of a product's pixel that counts as invisible. */
const SEEN_ABOVE_ALPHA = 8;

/**
 * Decodes an untrusted picture and measures it. Throws ImageRefusal for an invalid file, and the reason of the abort
 * signal.
 */
export async function run({ picture, issuer }: InspectInput, context: ToolContext): Promise<InspectResult> {
  const stages = createStages(STAGES, context);
  const { image, format } = await stages.run('decode', () => decodePhoto(picture, context.signal));
  await context.checkpoint();
  const measured = await stages.run('inspect', async () => {
    const isTransparent = hasTransparency(image);
    return {
      hasTransparency: isTransparent,
      product: isTransparent ? (visibleBounds(image, SEEN_ABOVE_ALPHA) ?? null) : null,
      whiteEdge: whiteShareOfEdge(image),
    };
  });
  const preview = await stages.run('encode', () => encodeStandardWebp(image, PREVIEW_LONGEST_SIDE_PX));
  const report =
    issuer === undefined
      ? undefined
      : await stages.run('read', () => reportOn(picture, format, issuer, context.signal));
  const { widthPx, heightPx } = image;
  return {
    format,
    widthPx,
    heightPx,
    ...measured,
    preview,
    ...(report && { report }),
    sourceType: statedSource(picture),
    stagesMs: stages.durationsMs,
  };
}

function statedSource(file: Uint8Array): DigitalSourceType | null {
  const stated = provenanceIn(file);
  const isPlain = stated.contents.every((content) => content === 'photo' || content === 'picture');
  return stated.steps.length === 0 && isPlain ? null : digitalSourceFor(stated);
}

/** Error messages of the C2PA reader for a file without credentials; other messages mean unreadable credentials. */
const FINDS_NONE = /JumbfNotFound|ProvenanceMissing/;
/** Names of boxes in Content Credentials, and of the chunks that contain them. */
const TRACES = ['jumb', 'c2pa', 'C2PA', 'caBX'];

async function reportOn(
  picture: Uint8Array,
  format: ImageFormat,
  issuer: string | null,
  signal: AbortSignal,
): Promise<Report> {
  const { credentialsJson, failure } = await askReader(picture, format, issuer, signal);
  signal.throwIfAborted();
  if (credentialsJson === null) {
    const keptAt = placeIn(failure);
    if (keptAt !== null) return { ...unsignedReport(picture), keptAt };
    const isAbsent = FINDS_NONE.test(failure);
    const isDamaged = isAbsent
      ? inspectEnvelope(picture) !== 'none'
      : TRACES.some((name) => Buffer.from(picture).includes(name, 0, 'latin1'));
    return isDamaged ? { ...NOTHING, verdict: 'damaged' } : unsignedReport(picture);
  }
  const report = createReport(credentialsJson, inspectEnvelope(picture));
  const isFilled = format === 'avif' && (await hasUnsignedFilling(new Blob([new Uint8Array(picture)])));
  return isFilled ? { ...report, hasUnsignedFilling: true } : report;
}

function whiteShareOfEdge({ data, widthPx, heightPx }: RgbaRaster): number {
  let [white, total] = [0, 0];
  const count = (x: number, y: number): void => {
    const at = (y * widthPx + x) * 4;
    total += 1;
    if (data[at] === 255 && data[at + 1] === 255 && data[at + 2] === 255 && data[at + 3] === 255) white += 1;
  };
  for (let x = 0; x < widthPx; x++) for (const y of new Set([0, heightPx - 1])) count(x, y);
  for (let y = 1; y < heightPx - 1; y++) for (const x of new Set([0, widthPx - 1])) count(x, y);
  return white / total;
}
