/** Turns work made elsewhere (another page, device or batch) into a document of this browser. */
import { t } from '@packshot/contract/text/translation';
import type { SavedRecord } from '@packshot/contract/records/schemas';
import type { ReusedSettings } from '../../../lib/handover/incoming-work.ts';
import { inspectPhoto } from '../documents/choose-photo.ts';
import type { StudioServices } from '../state/services.ts';
import type { StudioTool } from '../state/studio-context.ts';
import { digitalSourceFor } from '@packshot/contract/provenance/chain';
import { createDocument } from '../model/document.ts';
import type { StudioPhoto, StudioDocument } from '../model/document.ts';
import { NO_EDITS } from '../model/edits.ts';
import { PHOTO_ID } from '../model/results.ts';
import type { OtherProduct } from '../model/scene-settings.ts';
import type { PictureToolName, Result } from '../model/results.ts';
import type { ToolName } from '@packshot/contract/tools/names';
import { editsReused } from '../model/reused-edits.ts';

/** Picture of the document to create, with its properties. */
export interface ResultPicture {
  readonly id: string;
  readonly tool: PictureToolName;
  readonly inputId: string;
  readonly key: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isDownloaded: boolean;
  readonly scene: Result['scene'];
  readonly strength: number | null;
  readonly doubts?: Result['doubts'];
  readonly view?: Result['view'];
  /** Pixels of the picture; null if the server has them under the picture's task ID. */
  readonly pixels: Blob | null;
}

/** Further product of a made scene, with its file and storage key. */
interface MadeOther extends OtherProduct {
  readonly file: Blob;
  readonly key: string;
}

export interface MadeWork {
  readonly photo: {
    readonly file: File;
    readonly uploadKey: string | null;
    readonly openedFrom: StudioPhoto['openedFrom'];
  } | null;
  readonly pictures: readonly ResultPicture[];
  /** Further products of the made scene. */
  readonly others?: readonly MadeOther[];
  readonly tool: ToolName;
  readonly reused: ReusedSettings | null;
}

/**
 * Stores the work as a document with its pixels in the browser's database, without opening it.
 * @returns the document's ID
 * @throws ImageRefusal for an invalid photo; DOMException if the browser refuses
 */
export async function keepMade(services: StudioServices, work: MadeWork): Promise<string> {
  const { documents } = services;
  const { photo, pictures, others = [] } = work;
  const facts = photo && (await inspectPhoto(photo.file));
  const created = createDocument({
    id: services.newId(),
    nowMs: services.nowMs(),
    photo: photo && facts && { name: photo.file.name, sizeBytes: photo.file.size, ...facts },
    tool: work.tool,
  });
  const edits = work.reused ? editsReused(NO_EDITS, work.reused) : NO_EDITS;
  const document: StudioDocument = {
    ...created,
    ownerId: await services.userId(),
    photo: created.photo &&
      photo && { ...created.photo, uploadKey: photo.uploadKey, openedFrom: photo.openedFrom },
    results: pictures.map(({ pixels: _pixels, ...result }) => ({ ...result, durationMs: 0, cropOf: null })),
    requests: others.length > 0 ? pictures.flatMap((picture) => requestFor(picture, others)) : [],
    uploads: Object.fromEntries(others.map(({ id, key }) => [id, key])),
    edits: { ...edits, currentId: pictures.at(-1)?.id ?? PHOTO_ID },
  };
  if (photo) await documents.saveBlob(document.id, 'photo', photo.file);
  for (const { id, pixels } of pictures)
    if (pixels) await documents.saveBlob(document.id, `${id}/full`, pixels);
  for (const { id, file } of others) await documents.saveBlob(document.id, `${id}/full`, file);
  await documents.save(document);
  return document.id;
}

/** Request of a made scene, which states its further products; none for other pictures. */
const requestFor = (
  { id, inputId, scene }: ResultPicture,
  others: readonly MadeOther[],
): StudioDocument['requests'] =>
  scene === null
    ? []
    : [
        {
          id: scene.runId,
          tool: 'scene',
          inputId,
          startedAtMs: 0,
          taskIds: [id],
          scene: {
            ...NO_EDITS.scene,
            otherProducts: others.map(({ file: _file, key: _key, ...other }) => other),
          },
          failures: {},
        },
      ];

/** Whether a storage key belongs to a result that the server made. */
const isResultKey = (key: string | null): key is string => key?.startsWith('results/') === true;

/**
 * Loads a picture of the history, and the picture from which it was made if the server still has it. A picture made
 * in a browser opens as a photo whose downloads are charged to the original result.
 * @param part `settings` to load only the input, so that the picture can be made again
 * @throws Error 'Download failed' if its pixels are unavailable
 */
export async function workOfRecord(
  services: StudioServices,
  { name: tool, hasProductInput, needsNoPhoto, makesScenes, recordSourceType }: StudioTool,
  record: SavedRecord,
  part: 'picture' | 'settings',
): Promise<MadeWork> {
  const { output_image_url_key: key, output_image_url: url, input_image_url_key: inputKey } = record;
  const { text_prompt: prompt, seed, settings, width, height } = record;
  const reused = { prompt, seed, settings };
  const input = record.input_image_url === null ? null : await loadInput(services, record);
  const inputResult: ResultPicture[] =
    input && isResultKey(inputKey) && hasProductInput === true && input.size
      ? [
          createPicture({
            id: services.newId(),
            tool: 'cut-out',
            key: inputKey,
            ...input.size,
            pixels: input.file,
          }),
        ]
      : [];
  const photo = input && {
    file: input.file,
    uploadKey: inputKey,
    openedFrom: isResultKey(inputKey)
      ? { key: inputKey, isDownloaded: false, sourceType: 'algorithmicallyEnhanced' as const }
      : null,
  };
  if (part === 'settings' && photo) return { photo, pictures: inputResult, tool, reused };
  if (url === null || key === null) throw new Error('There is no picture.');
  const pixels = await services.fetchBlob(url);
  const name = formatFileName(record, pixels.type);
  const knownSource = record.provenance && digitalSourceFor(record.provenance);
  const sourceType = knownSource ?? recordSourceType ?? 'algorithmicallyEnhanced';
  if (!isResultKey(key) || (!photo && needsNoPhoto !== true) || width === null || height === null) {
    const openedFrom = { key, isDownloaded: record.is_downloaded, sourceType };
    const file = new File([pixels], name, { type: pixels.type });
    return { photo: { file, uploadKey: null, openedFrom }, pictures: [], tool: 'magic', reused: null };
  }
  const madePicture = createPicture({
    id: record.id,
    tool,
    inputId: inputResult[0]?.id ?? PHOTO_ID,
    key,
    widthPx: width,
    heightPx: height,
    isDownloaded: record.is_downloaded,
    strength: settings.strength ?? null,
    ...(record.cut_out && { doubts: record.cut_out.doubts }),
    ...(record.cut_out?.view && { view: record.cut_out.view }),
    scene:
      makesScenes === true
        ? { runId: services.newId(), seed, facts: record.scene, placement: record.placement }
        : null,
    pixels,
  });
  const others = await loadOthers(services, record);
  return { photo, pictures: [...inputResult, madePicture], others, tool, reused };
}

/** Further products of a record's scene; none if they can't all be loaded, which leaves the scene as it is. */
async function loadOthers(services: StudioServices, record: SavedRecord): Promise<MadeOther[]> {
  const urls = record.beside_image_urls;
  try {
    return await Promise.all(
      (record.scene?.beside ?? []).map(async ({ image_s3: key, placement }, index) => {
        const file = await services.fetchBlob(urls[index] ?? '');
        return {
          id: services.newId(),
          name: t('Product {number}', { number: index + 2 }),
          placement,
          file,
          key,
        };
      }),
    );
  } catch (error) {
    console.warn('The further products of a scene of history are not to be had.', error);
    return [];
  }
}

/** Picture from which the record's picture was made, or null if it can't be loaded. */
async function loadInput(
  services: StudioServices,
  record: SavedRecord,
): Promise<{ file: File; size: { widthPx: number; heightPx: number } | null } | null> {
  try {
    const blob = await services.fetchBlob(record.input_image_url ?? '');
    const file = new File([blob], formatFileName(record, blob.type), { type: blob.type });
    const { widthPx, heightPx } = await inspectPhoto(file);
    return { file, size: widthPx === null || heightPx === null ? null : { widthPx, heightPx } };
  } catch (error) {
    console.warn('The photo of a History entry could not be loaded.', error);
    return null;
  }
}

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/heic': 'heic',
};

/** File name of the photo, with an extension for the MIME type, by default png. */
const formatFileName = ({ name, scene }: SavedRecord, mimeType: string): string =>
  `${(name || scene?.title || t('Picture')).replace(/\.[^.]+$/, '')}.${EXTENSIONS[mimeType] ?? 'png'}`;

const createPicture = (
  pictureFacts: Pick<ResultPicture, 'id' | 'tool' | 'key' | 'widthPx' | 'heightPx' | 'pixels'> &
    Partial<ResultPicture>,
): ResultPicture => ({
  inputId: PHOTO_ID,
  isDownloaded: false,
  scene: null,
  strength: null,
  ...pictureFacts,
});
