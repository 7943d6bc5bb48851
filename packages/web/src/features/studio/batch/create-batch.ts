import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { t } from '@packshot/contract/text/translation';
import { ROUTES } from '@packshot/contract/routes';
import { offerRun } from '../../../lib/handover/offered-run.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { reframe, unknownPicture } from '../export/shop-preset.ts';
import type { BatchRecipe, BatchItem } from './batch.ts';
import { createOpenActions } from '../open/open-actions.ts';
import { createBatchRunner } from './batch-runner.ts';
import { recipeOfBatch } from './run-of-batch.ts';
import { createBatchSaver } from './save-batch.ts';
import type { ResultPicture, MadeWork } from '../open/open-made.ts';
import { PHOTO_ID } from '../model/results.ts';
import type { StudioServices } from '../state/services.ts';
import type { BatchFiles } from './batch-files.ts';

/**
 * Makes a document of an item's photo and results, to open in the editor.
 * @param requestedPicture whether to show the newest picture, or the cut-out alone to check its quality flags
 * @returns null if the photo is no longer in the browser
 */
async function workOfItem(
  services: Pick<StudioServices, 'newId'>,
  files: BatchFiles,
  batch: { readonly id: string; readonly recipe: BatchRecipe },
  item: BatchItem,
  requestedPicture: 'newest' | 'cut-out' = 'newest',
): Promise<MadeWork | null> {
  const photo = await files.read(batch.id, item.id, 'photo');
  if (!photo) return null;
  const cutOut = item.cutOut?.made ?? null;
  const newest = item.scene?.made ?? cutOut;
  const scene = requestedPicture === 'newest' ? (item.scene?.made ?? null) : null;
  const common = { isDownloaded: false, strength: null, pixels: null };
  const pictures: ResultPicture[] = [];
  if (cutOut) {
    const { taskId: id, ...stored } = cutOut;
    pictures.push({ ...common, ...stored, id, tool: 'cut-out', inputId: PHOTO_ID, scene: null });
  }
  if (cutOut && scene) {
    const { taskId: id, ...stored } = scene;
    const facts = { runId: services.newId(), seed: null, facts: null, placement: null };
    pictures.push({ ...common, ...stored, id, tool: 'scene', inputId: cutOut.taskId, scene: facts });
  }
  const last = pictures.pop();
  // Only the newest picture is marked as downloaded, because the batch downloads no others.
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

/** Date format for the name of a run; includes the minute, to distinguish two batches of one day. */
const WHEN = new Intl.DateTimeFormat(LANGUAGE, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export type BatchWork = ReturnType<typeof createBatch>;

export function createBatch(context: StudioContext) {
  const { services, store, tools } = context;
  const show = (isShown: boolean): void => store.setState({ isBatchShown: isShown });

  /** Steps of a new batch; by default the current settings of the editor. */
  const recipe = (): BatchRecipe => {
    const { document, exportSettings } = store.getState();
    const scene = (document && tools[document.tool].sceneForPhotos?.(document)) ?? null;
    const referenceId = scene?.reference?.kind === 'built-in' ? scene.reference.id : null;
    const hasScene = scene !== null && (scene.prompt.trim() !== '' || referenceId !== null);
    const format =
      exportSettings.format === 'avif' || exportSettings.format === 'psd' ? 'png' : exportSettings.format;
    return {
      background: hasScene
        ? { kind: 'scene', prompt: scene.prompt, referenceId, isOneLook: true, look: null }
        : { kind: 'none' },
      file: reframe({ ...exportSettings, format }, unknownPicture(!hasScene)),
    };
  };

  const runner = createBatchRunner(context, { recipe, show });
  const open = async (id: string, requestedPicture: 'newest' | 'cut-out'): Promise<void> => {
    const { batch } = runner.store.getState();
    const item = batch?.items.find((candidate) => candidate.id === id);
    if (!batch || !item) return;
    show(false);
    const gather = () => workOfItem(services, runner.files, batch, item, requestedPicture);
    await context.get(createOpenActions).openMade(gather);
  };
  const toRun = (): void => {
    const { batch } = runner.store.getState();
    if (!batch) return;
    const photos = batch.items.map(({ id, name }) => async (): Promise<File> => {
      const photo = await runner.files.read(batch.id, id, 'photo');
      if (photo === null) throw new Error(`The photo ${name} is not in the browser anymore.`);
      return new File([photo], name, { type: photo.type });
    });
    offerRun({
      name: t('Batch of {date}', { date: WHEN.format(new Date()) }),
      ...recipeOfBatch(batch.recipe),
      photos,
    });
    services.goTo(`${ROUTES.catalog}?at=new-run`);
  };
  return {
    runner,
    saver: createBatchSaver(services, runner),
    show,
    /** Opens an item's photo with its results on the stage; the batch stays unchanged. */
    open: (id: string): Promise<void> => open(id, 'newest'),
    /** Opens an item's cut-out on the stage, with its flagged areas marked. */
    check: (id: string): Promise<void> => open(id, 'cut-out'),
    /** Passes the batch's photos and steps to the form of a new run. The batch stays unchanged. */
    toRun,
  };
}
