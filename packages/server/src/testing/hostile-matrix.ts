import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DIGITAL_SOURCE_TYPES, errorBodySchema, TOOL_IDS } from '@packshot/contract';
import type { TaskState } from '@packshot/contract';
import { iterateEvents, readOutcome } from './api-client.ts';
import type { ApiClient } from './api-client.ts';
import { drawnMask, drawnPng } from './drawn-png.ts';

/** Folder of malicious test files. Outside the repository, because the files have their own licenses. */
const FOLDER = fileURLToPath(new URL('../../../../../shared/hostile/', import.meta.url));
const SIDE_PX = 64;

export interface HostileFile {
  readonly name: string;
  /** Expected outcome. `reject`: the server must refuse the file; `either` and `accept`: a picture or a refusal. */
  readonly expected: string;
  readonly bytes: Uint8Array;
}

/** Reads the whole collection of malicious files, or returns an empty list with a notice if it is missing. */
export function hostileFiles(): readonly HostileFile[] {
  if (!existsSync(FOLDER)) {
    process.stderr.write('Skipped: ../shared/hostile is not on this machine\n');
    return [];
  }
  const [header = '', ...lines] = readFileSync(join(FOLDER, 'MANIFEST.tsv'), 'utf8').trim().split('\n');
  const columns = header.split('\t');
  return lines.map((line) => {
    const cells = line.split('\t');
    const cell = (column: string) => cells[columns.indexOf(column)] ?? '';
    const name = cell('file');
    // The collection is older than our AVIF support, so it expects a refusal of valid AVIF files.
    const expected = name.endsWith('.avif') ? 'accept' : cell('expected');
    return { name, expected, bytes: readFileSync(join(FOLDER, name)) };
  });
}

/** Storage keys of the other pictures in a request with a malicious file: a valid photo and a matching mask. */
interface GoodKeys {
  readonly photo: string;
  readonly mask: string;
}
type SendRequest = (guest: ApiClient, hostile: string, good: GoodKeys) => Promise<Response>;

const scene = (fields: Record<string, string>): Record<string, string> => ({
  feature_type: String(TOOL_IDS.product),
  prompt: 'marble',
  count: '2',
  ...fields,
});

/** Functions that send a malicious file as each input of every tool that takes a picture. */
export const HOSTILE_REQUESTS: Readonly<Record<string, SendRequest>> = {
  'background removal': (guest, hostile) => guest.cutOut(hostile),
  describing: (guest, hostile) => guest.describe(hostile),
  enlarging: (guest, hostile) => guest.upscale(hostile, 2, { form: { mode: 'faithful' } }),
  'magic, the photo': (guest, hostile, { mask }) => guest.magic(hostile, mask, 'brighten'),
  'magic, the mask': (guest, hostile, { photo }) => guest.magic(photo, hostile, 'brighten'),
  'matching, the composite': (guest, hostile, { mask }) => guest.harmonize(hostile, mask),
  'matching, the product': (guest, hostile, { photo }) => guest.harmonize(photo, hostile),
  'refining, the photo': (guest, hostile, { mask, photo }) => guest.refine(hostile, photo, mask),
  'refining, the cut-out': (guest, hostile, { mask, photo }) => guest.refine(photo, hostile, mask),
  'refining, the strokes': (guest, hostile, { photo }) => guest.refine(photo, photo, hostile),
  exporting: (guest, hostile) =>
    guest.call('export', {
      form: {
        image_s3: hostile,
        digital_source_type: DIGITAL_SOURCE_TYPES[0],
        feature_type: String(TOOL_IDS.default),
      },
    }),
  'a scene, the product': (guest, hostile) => guest.scene(scene({ image_s3: hostile })),
  'a scene, the reference': (guest, hostile) =>
    guest.scene(scene({ feature_type: String(TOOL_IDS.ipText), reference_s3: hostile })),
};

export async function uploadGoodPictures(guest: ApiClient): Promise<GoodKeys> {
  const [photo, mask] = await Promise.all([
    guest.upload(drawnPng(SIDE_PX, SIDE_PX, (x, y) => [x * 4, y * 4, 80, 255])),
    guest.upload(drawnMask(SIDE_PX, SIDE_PX)),
  ]);
  return { photo: photo.key, mask: mask.key };
}

export type HostileOutcome =
  | { readonly kind: 'refused'; readonly status: number; readonly code: string }
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'picture' }
  | { readonly kind: 'canceled' };

/**
 * Reads a response to its end; cancels an accepted task if its result isn't needed. Throws if an error response
 * doesn't follow the contract.
 */
export async function hostileOutcome(
  guest: ApiClient,
  response: Response,
  isWorkWanted: boolean,
): Promise<HostileOutcome> {
  if (!response.ok) {
    const { code } = errorBodySchema.parse(await response.json());
    return { kind: 'refused', status: response.status, code };
  }
  if (!isWorkWanted) {
    let isTooLate = false;
    for await (const event of iterateEvents(response)) {
      if ('task_ids' in event) await guest.json('cancel', { json: { task_ids: event.task_ids } });
      else isTooLate ||= event.status === 'SUCCESS';
    }
    return { kind: isTooLate ? 'picture' : 'canceled' };
  }
  const { states } = await readOutcome(response);
  const last: TaskState | undefined = states.at(-1);
  if (last?.status === 'SUCCESS') return { kind: 'picture' };
  return { kind: 'failed', code: last?.error?.code ?? 'nothing was said' };
}
