import { OWN_MESSAGES } from '@packshot/contract/messages';
import { edit } from '../model/edits.ts';
import { openWithoutPhoto } from '../documents/open-document.ts';
import { getMaker, findResult } from '../model/results.ts';
import type { PictureId } from '../model/results.ts';
import type { ToolName } from '@packshot/contract/tools/names';
import { isActive } from '../state/job.ts';
import { isAddingVariants } from '../state/studio-state.ts';
import { createToolRunner } from './runner.ts';
import { workNow } from '../state/tools.ts';
import type { StudioContext } from '../state/studio-context.ts';

export type RunActions = ReturnType<typeof createRunActions>;

export function createRunActions(context: StudioContext) {
  const runner = context.get(createToolRunner);
  const { services, store, tools, change } = context;

  const run = async (): Promise<void> => {
    const { document, job } = store.getState();
    if (!document || isActive(job)) return;
    const work = workNow(tools, document);
    const start = (inputId: PictureId): Promise<void> => runner.start(work.name, inputId);
    await (work.perform
      ? work.perform(context, start)
      : start(work.chooseInput?.(document) ?? document.edits.currentId));
  };

  return {
    /**
     * Chooses a tool, unless a run locks the document. Starts the unfinished work of the previous tool, such as
     * applying drawn corrections.
     */
    chooseTool: (tool: ToolName): void => {
      const state = store.getState();
      const { job, document } = state;
      if (isActive(job) && !isAddingVariants(state)) return;
      context.dismissFailure();
      const before = document && document.tool !== tool ? tools[document.tool] : null;
      const unfinished = document && before?.workOnLeaving?.(document);
      if (unfinished) void runner.start(unfinished, document.edits.currentId);
      store.setState({ nextTool: tool });
      if (tools[tool].needsNoPhoto === true && !document) openWithoutPhoto(context, tool);
      const wasCompared = before?.works.some(({ server }) => server?.opensComparison) === true;
      change((open) => ({
        ...open,
        tool,
        view:
          wasCompared || tools[tool].endsComparison === true
            ? { ...open.view, compare: 'result' }
            : open.view,
      }));
    },
    run,
    /** Makes new scenes with a prompt and a result as the reference picture. */
    reimagine: async (id: PictureId, text: string): Promise<void> => {
      const { document, job } = store.getState();
      const result = document && findResult(document, id);
      if (!result || isActive(job)) return;
      const maker = tools[getMaker(result.tool)];
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
        tool: maker.makesScenes === true ? maker.name : 'scene',
      }));
      await run();
      services.markReimagining(null);
    },
    /** Cancels the run, or prevents the run that would start once the chosen photo is read. */
    cancel: async (): Promise<void> => {
      const { arrival, job } = store.getState();
      store.setState({ arrival: null });
      if (isActive(job)) await runner.cancel();
      else if (arrival !== null) services.notify('success', OWN_MESSAGES.canceled);
    },
  };
}
