/** The batch of a studio, wired. */
import type { StudioContext } from '../state/studio-context.ts';
import type { BatchRecipe } from './batch.ts';
import { createOpenActions } from '../open/open-actions.ts';
import { createBatchRunner } from './batch-runner.ts';
import type { BatchRunner } from './batch-runner.ts';
import { workOfItem } from './open-item.ts';
import { createBatchSaver } from './save-batch.ts';
import type { BatchSaver } from './save-batch.ts';

export interface BatchWork {
  readonly runner: BatchRunner;
  readonly saver: BatchSaver;
  /** In place of the stage, or not. */
  show(isShown: boolean): void;
  /** One photo with what was made of it, on the stage; the batch stays as it is. */
  open(id: string): Promise<void>;
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
      file: { ...exportSettings, format },
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
  return {
    runner,
    saver: createBatchSaver(services, runner),
    show,
    open: (id) => open(id, 'newest'),
    check: (id) => open(id, 'cut-out'),
  };
}
