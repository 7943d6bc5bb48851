/** Choosing a tool, what a click on its button does, and how work goes on from a result. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { applyCrop } from '../tools/crop/apply-crop.ts';
import { hasOpenCorrection } from '../model/document.ts';
import type { StudioDocument } from '../model/document.ts';
import { edit } from '../model/edits.ts';
import { openInspiration } from '../documents/open-document.ts';
import { PHOTO_ID, resultOf } from '../model/results.ts';
import type { PictureId } from '../model/results.ts';
import type { ToolName } from '@packshot/contract/tools/names';
import { isActive } from '../state/job.ts';
import { createToolRunner } from './runner.ts';
import { harmonizable, runnableTool } from './runnable.ts';
import { productIn } from '../composite/composing.ts';
import { keepComposite } from '../tools/scene/keep-composite.ts';
import type { StudioContext } from '../state/studio-context.ts';

export interface RunActions {
  /** Nothing while a run is active. Corrections that were drawn are applied on the way to another tool. */
  chooseTool(tool: ToolName): void;
  /** Runs the chosen tool on the current picture. */
  run(): Promise<void>;
  /** Goes on from a result with words: it becomes the reference of new scenes. */
  reimagine(id: PictureId, text: string): Promise<void>;
  /** Ends the run, or keeps the one that a chosen photo is about to begin from beginning. */
  cancel(): Promise<void>;
}

export function createRunActions(context: StudioContext): RunActions {
  const runner = context.get(createToolRunner);
  const { services, store, change } = context;

  const run = async (): Promise<void> => {
    const { document, job } = store.getState();
    if (!document || isActive(job)) return;
    const tool = runnableTool(document);
    if (tool === 'crop') return applyCrop(context);
    if (tool === 'harmonize') return harmonize(document);
    const inputId =
      tool === 'scene' ? productIn(document)?.id : tool === 'inspire' ? PHOTO_ID : document.edits.currentId;
    await runner.start(tool, inputId ?? PHOTO_ID);
  };

  /** The document whose composite is being made to be matched: until it is there, no run is active that a second click would meet. */
  let composingFor: string | null = null;
  const harmonize = async (document: StudioDocument): Promise<void> => {
    if (composingFor === document.id) return;
    composingFor = document.id;
    try {
      const inputId = harmonizable(document) ?? (await keepComposite(context));
      composingFor = null;
      if (inputId !== null && context.isOpen(document.id)) await runner.start('harmonize', inputId);
    } catch (error) {
      composingFor = null;
      console.warn('The picture to be matched was not made.', error);
      services.notify('error', OWN_MESSAGES.compositeFailed);
    }
  };

  return {
    chooseTool: (tool) => {
      const { job, document } = store.getState();
      if (isActive(job)) return;
      context.dismissFailure();
      // What was drawn over a cut-out is meant: whoever goes on from it goes on from the corrected one.
      if (document?.tool === 'cut-out' && tool !== 'cut-out' && hasOpenCorrection(document))
        void runner.start('refine', document.edits.currentId);
      store.setState({ nextTool: tool });
      if (tool === 'inspire' && !document) openInspiration(context);
      change((open) => ({
        ...open,
        tool,
        view: tool === 'magic' ? { ...open.view, compare: 'result' } : open.view,
      }));
    },
    run,
    reimagine: async (id, text) => {
      const { document, job } = store.getState();
      const result = document && resultOf(document, id);
      if (!result || isActive(job)) return;
      services.markReimagining(text);
      change((open, nowMs) => ({
        ...edit(open, 'reuse', nowMs, (edits) => ({
          ...edits,
          scene: {
            ...edits.scene,
            background: 'scene',
            prompt: text,
            reference: { kind: 'result', id },
            seed: null,
          },
        })),
        tool: result.tool === 'inspire' ? 'inspire' : 'scene',
      }));
      await run();
      services.markReimagining(null);
    },
    cancel: async () => {
      const { arrival, job } = store.getState();
      store.setState({ arrival: null });
      if (isActive(job)) await runner.cancel();
      else if (arrival !== null) services.notify('success', OWN_MESSAGES.cancelled);
    },
  };
}
