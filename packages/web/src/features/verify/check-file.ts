/** Checks a file's Content Credentials in the browser, without sending the file. */
import { t } from '@packshot/contract/text/translation';
import { ROOT_CERTIFICATE_PATH } from '@packshot/contract/provenance/credentials';
import { NOTHING, createReport } from '@packshot/contract/provenance/credentials-report';
import type { Report } from '@packshot/contract/provenance/credentials-report';
import {
  hasUnsignedFilling,
  ImageRefusal,
  detectImageFormat,
  probeImageHeader,
  unsignedReport,
} from '@packshot/image-engine/pixels';
import { askThread } from './credentials-thread.ts';
import type { PixelLikeness, LikenessInSquares, NotCompared } from './credentials-messages.ts';
import { placeIn } from '@packshot/contract/provenance/credentials-elsewhere';

/** Size limit of a file in bytes; larger files would fill the memory of a phone's browser. */
export const CHECKED_FILE_MAX_BYTES = 200_000_000;

export type FileCheck =
  | {
      readonly kind: 'report';
      readonly report: Report;
      /** Set for a Photoshop file, which has XMP metadata but can't contain credentials. */
      readonly isPhotoshop?: true;
      /** Set if the picture has more pixels than the studio accepts; displaying it would freeze the browser. */
      readonly isHuge?: boolean;
    }
  | { readonly kind: 'refused'; readonly why: string };

/** Comparison of a file with the picture that the user chose as its original. */
export interface Comparison {
  /** Whether the chosen picture is exactly the original that the credentials name; null if they name none. */
  readonly isNamed: boolean | null;
  readonly likeness: PixelLikeness | LikenessInSquares | NotCompared;
}

export type FileChecks = ReturnType<typeof createFileChecks>;

const HEADER_BYTES = 1_000_000;
const ROOT_MAX_LENGTH = 64 * 1024;
/** Longest wait for the root certificate, in milliseconds; a file can be checked without it. */
const ROOT_PATIENCE_MS = 10_000;
const PHOTOSHOP = '8BPS';

/**
 * Root certificate of this installation. Null if unavailable, in which case files signed by this installation aren't
 * recognized.
 */
async function fetchRoot(): Promise<string | null> {
  try {
    const answer = await fetch(ROOT_CERTIFICATE_PATH, { signal: AbortSignal.timeout(ROOT_PATIENCE_MS) });
    const pem = answer.ok ? await answer.text() : '';
    return pem.startsWith('-----BEGIN CERTIFICATE-----') && pem.length <= ROOT_MAX_LENGTH ? pem : null;
  } catch {
    return null;
  }
}

export function createFileChecks(ask: typeof askThread = askThread, loadRoot: typeof fetchRoot = fetchRoot) {
  const readAndCheck = async (file: File): Promise<FileCheck> => {
    if (file.size > CHECKED_FILE_MAX_BYTES) return refuseFile(t('This file is larger than 200 MB.'));
    const head = await readHead(file);
    if (head === null) return refuseFile(NOT_READABLE);
    if (file.size === 0) return refuseFile(t('This file is empty.'));
    // Detects the type by the bytes rather than by the file's name.
    if (new TextDecoder().decode(head.subarray(0, PHOTOSHOP.length)) === PHOTOSHOP)
      return { kind: 'report', report: unsignedReport(head), isPhotoshop: true };
    const format = detectImageFormat(head);
    if (format === null)
      return refuseFile(
        t('This isn’t a PNG, JPEG, WebP, AVIF, HEIC or PSD picture. Only these can be checked here.'),
      );
    try {
      const answer = await ask({
        kind: 'read',
        file,
        type: `image/${format}`,
        root: await loadRoot(),
      });
      if (answer.kind !== 'read') throw new Error('Another question was answered.');
      const { credentialsJson, envelope } = answer;
      if (credentialsJson === null)
        return {
          kind: 'report',
          // Without readable credentials: the file has none, or the structure around them is damaged.
          report: envelope === 'none' ? unsignedReport(head) : { ...NOTHING, verdict: 'damaged' },
        };
      const report = createReport(credentialsJson, envelope);
      const isFilled = format === 'avif' && (await hasUnsignedFilling(file));
      return { kind: 'report', report: isFilled ? { ...report, hasUnsignedFilling: true } : report };
    } catch (error) {
      const keptAt = placeIn(String(error));
      if (keptAt !== null) return { kind: 'report', report: { ...unsignedReport(head), keptAt } };
      console.warn('The credentials could not be read.', error);
      // The reader fails not only on damaged credentials, but also on damaged pictures.
      if (!(await hasTraces(file))) return { kind: 'report', report: unsignedReport(head) };
      return { kind: 'report', report: { ...NOTHING, verdict: 'damaged' } };
    }
  };
  return {
    // Checks a file. The user may delete the file at any moment; the check still returns a result.
    async check(file: File): Promise<FileCheck> {
      try {
        const checked = await readAndCheck(file);
        return checked.kind === 'report' ? { ...checked, isHuge: await isHuge(file) } : checked;
      } catch (error) {
        console.warn('The file could not be read.', error);
        return refuseFile(NOT_READABLE);
      }
    },
    async compare(file: File, original: File, { originalSha256 }: Report): Promise<Comparison> {
      const answer = await ask({ kind: 'compare', file, original });
      if (answer.kind !== 'compared') throw new Error('Another question was answered.');
      const { sha256, likeness } = answer;
      return { isNamed: originalSha256 === null ? null : sha256 === originalSha256, likeness };
    },
  };
}

const NOT_READABLE = t(
  'This couldn’t be read. If it’s a folder, choose one picture in it. If it’s a file, it may have been moved or changed.',
);

/** First bytes of a file; null if it is unreadable. Browsers pass folders like files, and only reading them fails. */
async function readHead(file: File): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer());
  } catch {
    return null;
  }
}

/** Whether a picture has too many pixels to display: a file of 100 kB may claim a thousand megapixels. */
async function isHuge(file: File): Promise<boolean> {
  const head = (await readHead(file)) ?? new Uint8Array();
  try {
    probeImageHeader(head, head.length);
    return false;
  } catch (error) {
    return error instanceof ImageRefusal && error.code === 'TOO_MANY_PIXELS';
  }
}

const refuseFile = (why: string): FileCheck => ({ kind: 'refused', why });

/** Names of the boxes in which credentials are stored, and of the chunks that contain them. */
const TRACES = ['jumb', 'c2pa', 'C2PA', 'caBX'];
const SEARCHED_BYTES = 4_000_000;
const LONGEST_TRACE = 4;

/**
 * Checks whether a file contains any part of credentials. Reads the file in chunks, because a whole file may exceed a
 * phone's memory.
 */
async function hasTraces(file: File): Promise<boolean> {
  for (let from = 0; from < file.size; from += SEARCHED_BYTES - LONGEST_TRACE) {
    const part = await file.slice(from, from + SEARCHED_BYTES).arrayBuffer();
    const text = new TextDecoder('latin1').decode(part);
    if (TRACES.some((name) => text.includes(name))) return true;
  }
  return false;
}
