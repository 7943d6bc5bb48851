/** The batch of a studio, wired. */
import { ROUTES } from '@packshot/contract/routes';
import { offerRun } from '../../../lib/handover/offered-run.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { reframed, unknownPicture } from '../export/shop-preset.ts';
import type { BatchRecipe } from './batch.ts';
import { createOpenActions } from '../open/open-actions.ts';
import { createBatchRunner } from './batch-runner.ts';
import type { BatchRunner } from './batch-runner.ts';
import { workOfItem } from './open-item.ts';
import { recipeOfBatch } from './run-of-batch.ts';
import { createBatchSaver } from './save-batch.ts';
import type { BatchSaver } from './save-batch.ts';

/** To the minute: two batches of a day are told apart. */
const WHEN = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

export interface BatchWork {
  readonly runner: BatchRunner;
  readonly saver: BatchSaver;
  /** In place of the stage, or not. */
  show(isShown: boolean): void;
  /** One photo with what was made of it, on the stage; the batch stays as it is. */
  open(id: string): Promise<void>;
  /** Hands its photos and steps to the form of a new run. The batch stays as it is. */
  toRun(): void;
  /** The same with its cut-out, where what is doubtful is marked. */
  check(id: string): Promise<void>;
}

export function createBatch(context: StudioContext): BatchWork {
  const { services, store, tools } = context;
  const show = (isShown: boolean): void => store.setState({ isBatchShown: isShown });

  /** What is set in the editor is what one wants for the others too. */
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
      file: reframed({ ...exportSettings, format }, unknownPicture(!hasScene)),
    };
  };

  const runner = createBatchRunner(context, { recipe, show });
  const open = async (id: string, shown: 'newest' | 'cut-out'): Promise<void> => {
    const { batch } = runner.store.getState();
    const item = batch?.items.find((candidate) => candidate.id === id);
    if (!batch || !item) return;
    show(false);
    const gather = () => workOfItem(services, runner.files, batch, item, shown);
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
    offerRun({ name: `Batch of ${WHEN.format(new Date())}`, ...recipeOfBatch(batch.recipe), photos });
    services.goTo(`${ROUTES.catalog}?at=new-run`);
  };
  return {
    runner,
    saver: createBatchSaver(services, runner),
    show,
    open: (id) => open(id, 'newest'),
    check: (id) => open(id, 'cut-out'),
    toRun,
  };
}
