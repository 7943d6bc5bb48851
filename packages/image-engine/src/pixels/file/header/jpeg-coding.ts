import { ByteReader } from './bytes.ts';
import { exifOrientation, isExif, isJpeg, isStartOfFrame, iterateSegments, START_OF_SCAN } from './jpeg.ts';

/** Compression parameters of a JPEG, for the stored picture before it is rotated upright. */
export interface JpegCoding {
  readonly widthPx: number;
  readonly heightPx: number;
  /** Exif orientation, 1 to 8. */
  readonly orientation: number;
  /** Quantization steps of the luma coefficients, in rows by vertical and columns by horizontal frequency. */
  readonly lumaSteps: Float32Array;
  /** Quantization steps of the chroma coefficients, in the same order. */
  readonly colorSteps: Float32Array;
  /** True if chroma is subsampled to one sample for 2 x 2 pixels. */
  readonly isColorHalved: boolean;
}

const DEFINE_QUANTIZATION = 0xdb;
const APP14 = 0xee;
const STEPS = 64;
/** Maps the zigzag order of a table in the file (ITU T.81, figure A.6) to row-major order. */
const ZIGZAG = zigzag();

/**
 * Reads a JPEG's quantization tables (DQT), their assignment to components, and the subsampling of the components (ITU
 * T.81, annex B). Null for other formats, for gray, CMYK and RGB pictures, and if tables are missing.
 */
export function readJpegCoding(bytes: Uint8Array): JpegCoding | null {
  const reader = new ByteReader(bytes);
  if (!isJpeg(reader)) return null;
  const tables = new Map<number, Float32Array>();
  let orientation: number | undefined;
  let frameAt: number | undefined;
  for (const { marker, at } of iterateSegments(reader)) {
    if (marker === START_OF_SCAN) break;
    if (marker === DEFINE_QUANTIZATION) readTables(reader, at, tables);
    else if (isStartOfFrame(marker)) frameAt ??= at;
    else if (isExif(reader, marker, at)) orientation ??= exifOrientation(reader, at);
    else if (isAdobeRgb(reader, marker, at)) return null;
  }
  return frameAt === undefined ? null : parseCoding(reader, frameAt, orientation ?? 1, tables);
}

/**
 * True for an Adobe marker that declares no color transform, so that three components are RGB rather than luma and
 * chroma.
 */
const isAdobeRgb = (reader: ByteReader, marker: number, at: number): boolean =>
  marker === APP14 &&
  reader.has(at + 15, 1) &&
  reader.text(at + 4, 5) === 'Adobe' &&
  reader.u8(at + 15) === 0;

function readTables(reader: ByteReader, at: number, tables: Map<number, Float32Array>): void {
  const end = at + 2 + reader.u16(at + 2);
  let from = at + 4;
  while (from < end && reader.has(from, 1)) {
    const wide = reader.u8(from) >> 4 === 0 ? 1 : 2;
    const id = reader.u8(from) & 15;
    from += 1;
    if (!reader.has(from, STEPS * wide)) return;
    const steps = new Float32Array(STEPS);
    for (let i = 0; i < STEPS; i++) {
      steps[ZIGZAG[i]] = wide === 1 ? reader.u8(from + i) : reader.u16(from + i * 2);
    }
    tables.set(id, steps);
    from += STEPS * wide;
  }
}

function parseCoding(
  reader: ByteReader,
  at: number,
  orientation: number,
  tables: ReadonlyMap<number, Float32Array>,
): JpegCoding | null {
  const components = 3;
  if (!reader.has(at, 10 + components * 3) || reader.u8(at + 4) !== 8 || reader.u8(at + 9) !== components) {
    return null;
  }
  const readSampling = (component: number): number => reader.u8(at + 11 + component * 3);
  const table = (component: number): Float32Array | undefined =>
    tables.get(reader.u8(at + 12 + component * 3));
  const [lumaSteps, colorSteps] = [table(0), table(1)];
  if (lumaSteps === undefined || colorSteps === undefined) return null;
  return {
    heightPx: reader.u16(at + 5),
    widthPx: reader.u16(at + 7),
    orientation,
    lumaSteps,
    colorSteps,
    isColorHalved: readSampling(0) === 0x22 && readSampling(1) === 0x11,
  };
}

function zigzag(): Uint8Array {
  const order = new Uint8Array(STEPS);
  let [down, across] = [0, 0];
  for (let i = 0; i < STEPS; i++) {
    order[i] = down * 8 + across;
    const isUpwards = (down + across) % 2 === 0;
    if (isUpwards) {
      if (across === 7) down++;
      else {
        across++;
        if (down > 0) down--;
      }
    } else if (down === 7) across++;
    else {
      down++;
      if (across > 0) across--;
    }
  }
  return order;
}
