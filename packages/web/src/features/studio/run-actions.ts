/** What a click on a tool's button does, and how work goes on from a result. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { PICTURE_NAMES } from './components/words.ts';
import { applyCrop } from './crop/apply-crop.ts';
import type { StudioDocument } from './document/document.ts';
import { edit } from './document/edits.ts';
import { payerFor } from './document/payer.ts';
import { PHOTO_ID, resultOf } from './document/results.ts';
import type { PictureId, ToolName } from './document/results.ts';
import { fullFile } from './export/export-source.ts';
import { isActive } from './job/job.ts';
import type { ToolRunner } from './job/runner.ts';
import { harmonizable, runnableTool } from './runnable.ts';
import { productIn } from './scene/composing.ts';
import { keepComposite } from './scene/keep-composite.ts';
import type { StudioContext } from './studio-state.ts';

export interface RunActions {
  /** Runs the chosen tool on the current picture. */
  run(): Promise<void>;
  /** Goes on from a result with words: it becomes the reference of new scenes. */
  reimagine(id: PictureId, text: string): Promise<void>;
  /** A result as the photo of a document of its own. */
  openAsDocument(id: PictureId): Promise<void>;
}

/** @param takePhoto opens a file as a document of its own */
export function createRunActions(
  context: StudioContext,
  runner: ToolRunner,
  takePhoto: (files: readonly File[], tool: ToolName) => Promise<void>,
): RunActions {
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
  const harmonize = async (document: StudioDocument): Promise<void> => {
    try {
      const inputId = harmonizable(document) ?? (await keepComposite(context));
      if (inputId !== null && context.isOpen(document.id)) await runner.start('harmonize', inputId);
    } catch (error) {
      console.warn('The picture to be matched was not made.', error);
      services.notify('error', OWN_MESSAGES.compositeFailed);
    }
  };

  return {
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
    openAsDocument: async (id) => {
      const { document } = store.getState();
      const result = document && resultOf(document, id);
      if (!result) return;
      try {
        const blob = await fullFile(context, document.id, result);
        const stem = (document.photo?.name ?? 'Scene').replace(/\.[^.]+$/, '');
        const name = `${stem} ${PICTURE_NAMES[result.tool].toLowerCase()}.png`;
        // A tool that runs by itself would cost something that nobody asked for.
        await takePhoto([new File([blob], name, { type: blob.type })], 'magic');
        if (context.isOpen(document.id)) return;
        // Whatever is made of it in the browser still is that result: its download pays.
        const payer = payerFor(document, id);
        const openedFrom = payer && { key: payer.key, isDownloaded: payer.isDownloaded };
        change((open) => ({ ...open, photo: open.photo && { ...open.photo, openedFrom } }));
      } catch (error) {
        console.warn('The picture could not be opened.', error);
        services.notify('warning', OWN_MESSAGES.documentUnreadable);
      }
    },
  };
}
