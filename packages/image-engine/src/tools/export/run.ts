import type { ExportFormat, PictureMetadata } from '@packshot/contract';
import { decodePhoto } from '../../codec/decode.ts';
import { decodeWithSharp } from '../../codec/sharp-decode.ts';
import { encodeFile, encodeStandardWebp } from '../../codec/encode.ts';
import type { Renditions } from '../../codec/encode.ts';
import { xmpPacket } from '../../pixels/file/metadata/xmp.ts';
import { createStages } from '../stages.ts';
import type { ToolContext } from '../stages.ts';

export interface ExportJobInput {
  readonly photo: Uint8Array;
  /** True for a PNG that the engine itself has just made; it may have more bytes than an upload. */
  readonly isResult?: true | undefined;
  /** File format; AVIF by default. PSD files are written elsewhere, by the code that has the layers. */
  readonly format?: Exclude<ExportFormat, 'psd'> | undefined;
  /** Quality from 1 to 100; ignored for PNG. */
  readonly quality: number;
  /** Background color for formats without alpha, `#rrggbb`; white by default. */
  readonly ground?: string | undefined;
  readonly metadata: PictureMetadata;
}

/** Full-size file in the requested format with XMP metadata, and a display version. */
export interface ExportResult extends Renditions {
  stagesMs: Record<string, number>;
}

const STAGES = { decode: 0, encode: 0.2 } as const;

/**
 * Decodes an untrusted photo and encodes it in another format. Throws ImageRefusal for an invalid file, and the reason
 * of the abort signal.
 */
export async function run(
  { photo, isResult, format = 'avif', quality, ground = '#ffffff', metadata }: ExportJobInput,
  context: ToolContext,
): Promise<ExportResult> {
  const { signal, checkpoint } = context;
  const stages = createStages(STAGES, context);
  const image = await stages.run('decode', async () =>
    isResult === true ? decodeWithSharp(photo) : (await decodePhoto(photo, signal)).image,
  );
  await checkpoint();
  const [full, standard] = await stages.run('encode', () =>
    Promise.all([
      encodeFile(image, format, { quality, ground, xmp: xmpPacket(metadata) }),
      encodeStandardWebp(image),
    ]),
  );
  const { widthPx, heightPx } = image;
  return { full, standard, widthPx, heightPx, stagesMs: stages.durationsMs };
}
