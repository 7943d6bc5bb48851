/** Checks a file's Content Credentials in the browser: it is sent nowhere. */
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
import type { Likeness, LikenessInSquares, NotCompared } from './credentials-messages.ts';
import { placeIn } from '@packshot/contract/provenance/kept-elsewhere';

/** Larger files would fill the memory of a phone's browser. */
export const CHECKED_FILE_MAX_BYTES = 200_000_000;

export type Checked =
  | {
      readonly kind: 'report';
      readonly report: Report;
      /** Photoshop's files have XMP, and no place for credentials. */
      readonly isPhotoshop?: true;
      /** More pixels than the studio takes: a browser would stand still over showing them. */
      readonly isHuge?: boolean;
    }
  | { readonly kind: 'refused'; readonly why: string };

/** What an original says of a file that was made from it. */
export interface Comparison {
  /** Whether it is the very file that the credentials name; null where they name none. */
  readonly isNamed: boolean | null;
  readonly likeness: Likeness | LikenessInSquares | NotCompared;
}

/** The page's two questions. */
export type FileChecks = ReturnType<typeof createFileChecks>;

const HEADER_BYTES = 1_000_000;
const ROOT_MAX_LENGTH = 64 * 1024;
/** Without the root a file can still be read. */
const ROOT_PATIENCE_MS = 10_000;
const PHOTOSHOP = '8BPS';

/** The root of this installation; null where it is not to be had, so that its files are like anybody's. */
async function fetchRoot(): Promise<string | null> {
  try {
    const answer = await fetch(ROOT_CERTIFICATE_PATH, { signal: AbortSignal.timeout(ROOT_PATIENCE_MS) });
    const pem = answer.ok ? await answer.text() : '';
    return pem.startsWith('-----BEGIN CERTIFICATE-----') && pem.length <= ROOT_MAX_LENGTH ? pem : null;
  } catch {
    return null;
  }
}

export function createFileChecks(ask: typeof askThread = askThread, rootOf: typeof fetchRoot = fetchRoot) {
  const looked = async (file: File): Promise<Checked> => {
    if (file.size > CHECKED_FILE_MAX_BYTES) return refused('This file is larger than 200 MB.');
    const head = await headOf(file);
    if (head === null) return refused(NOT_READABLE);
    if (file.size === 0) return refused('This file is empty.');
    // Its bytes decide, not its name.
    if (new TextDecoder().decode(head.subarray(0, PHOTOSHOP.length)) === PHOTOSHOP)
      return { kind: 'report', report: unsignedReport(head), isPhotoshop: true };
    const format = detectImageFormat(head);
    if (format === null)
      return refused('This is no PNG, JPEG, WebP, AVIF, HEIC or PSD picture: only those are read here.');
    try {
      const answer = await ask({
        kind: 'read',
        file,
        type: `image/${format}`,
        root: await rootOf(),
      });
      if (answer.kind !== 'read') throw new Error('Another question was answered.');
      const { said, envelope } = answer;
      if (said === null)
        return {
          kind: 'report',
          // Parts of credentials whose place in the file is damaged, so that a reader does not find them.
          report: envelope === 'none' ? unsignedReport(head) : { ...NOTHING, verdict: 'damaged' },
        };
      const report = createReport(said, envelope);
      const isFilled = format === 'avif' && (await hasUnsignedFilling(file));
      return { kind: 'report', report: isFilled ? { ...report, hasUnsignedFilling: true } : report };
    } catch (error) {
      const keptAt = placeIn(String(error));
      if (keptAt !== null) return { kind: 'report', report: { ...unsignedReport(head), keptAt } };
      console.warn('The credentials could not be read.', error);
      // A reader also fails at pictures that are broken themselves.
      if (!(await hasTraces(file))) return { kind: 'report', report: unsignedReport(head) };
      return { kind: 'report', report: { ...NOTHING, verdict: 'damaged' } };
    }
  };
  return {
    // A file may go away at any moment, and an answer is always given.
    async check(file: File): Promise<Checked> {
      try {
        const checked = await looked(file);
        return checked.kind === 'report' ? { ...checked, isHuge: await isHuge(file) } : checked;
      } catch (error) {
        console.warn('The file could not be read.', error);
        return refused(NOT_READABLE);
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

const NOT_READABLE =
  'This could not be read. If it is a folder, choose one picture in it; if it is a file, it may have been moved or changed meanwhile.';

/** Null for what cannot be read: browsers hand folders over like files, and only reading fails. */
async function headOf(file: File): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await file.slice(0, HEADER_BYTES).arrayBuffer());
  } catch {
    return null;
  }
}

/** A file of 100 kB may claim to have a thousand megapixels. */
async function isHuge(file: File): Promise<boolean> {
  const head = (await headOf(file)) ?? new Uint8Array();
  try {
    probeImageHeader(head, head.length);
    return false;
  } catch (error) {
    return error instanceof ImageRefusal && error.code === 'TOO_MANY_PIXELS';
  }
}

const refused = (why: string): Checked => ({ kind: 'refused', why });

/** The boxes of credentials, and the chunks that they are in, have these names. */
const TRACES = ['jumb', 'c2pa', 'C2PA', 'caBX'];
const SEARCHED_BYTES = 4_000_000;
const LONGEST_TRACE = 4;

/** Whether a file has any part of credentials; read in pieces, because it may be larger than a phone's memory allows. */
async function hasTraces(file: File): Promise<boolean> {
  for (let from = 0; from < file.size; from += SEARCHED_BYTES - LONGEST_TRACE) {
    const part = await file.slice(from, from + SEARCHED_BYTES).arrayBuffer();
    const text = new TextDecoder('latin1').decode(part);
    if (TRACES.some((name) => text.includes(name))) return true;
  }
  return false;
}
