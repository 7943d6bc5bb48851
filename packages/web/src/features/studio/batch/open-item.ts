/** A photo of a batch with what the batch made of it, as work of its own. */
import type { MadePicture, MadeWork } from '../open/open-made.ts';
import { PHOTO_ID } from '../model/results.ts';
import type { StudioServices } from '../state/services.ts';
import type { BatchItem, BatchRecipe } from './batch.ts';
import type { BatchFiles } from './batch-files.ts';

/**
 * @param shown its newest picture, or the cut-out alone, to look at what is doubtful about it
 * @returns null when the photo is not in the browser anymore
 */
export async function workOfItem(
  services: Pick<StudioServices, 'newId'>,
  files: BatchFiles,
  batch: { readonly id: string; readonly recipe: BatchRecipe },
  item: BatchItem,
  shown: 'newest' | 'cut-out' = 'newest',
): Promise<MadeWork | null> {
  const photo = await files.read(batch.id, item.id, 'photo');
  if (!photo) return null;
  const cutOut = item.cutOut?.made ?? null;
  const newest = item.scene?.made ?? cutOut;
  const scene = shown === 'newest' ? (item.scene?.made ?? null) : null;
  const common = { isDownloaded: false, strength: null, pixels: null };
  const pictures: MadePicture[] = [];
  if (cutOut) {
    const { taskId: id, ...made } = cutOut;
    pictures.push({ ...common, ...made, id, tool: 'cut-out', inputId: PHOTO_ID, scene: null });
  }
  if (cutOut && scene) {
    const { taskId: id, ...made } = scene;
    const facts = { runId: services.newId(), seed: null, facts: null, placement: null };
    pictures.push({ ...common, ...made, id, tool: 'scene', inputId: cutOut.taskId, scene: facts });
  }
  const last = pictures.pop();
  // Only the file of the newest one was taken.
  if (last) pictures.push({ ...last, isDownloaded: item.isDownloaded && last.id === newest?.taskId });
  const { background } = batch.recipe;
  return {
    photo: {
      file: new File([photo], item.name, { type: photo.type }),
      uploadKey: item.uploadKey,
      openedFrom: null,
    },
    pictures,
    tool: scene ? 'scene' : 'cut-out',
    reused:
      background.kind === 'scene'
        ? {
            prompt: background.prompt,
            seed: null,
            settings: background.referenceId === null ? {} : { reference_id: background.referenceId },
          }
        : null,
  };
}
