/** Auto-prompt: describes the product and suggests scenes that suit it. */
import { t } from '@packshot/contract/text/translation';
import { isAbort } from '../../../../lib/api/api-client.ts';
import type { StudioDocument } from '../../model/document.ts';
import { describeForShops } from '../../model/edits.ts';
import { PHOTO_ID } from '../../model/results.ts';
import { createEngines } from '../../run/engines.ts';
import { isActive } from '../../state/job.ts';
import { createToolRunner } from '../../run/runner.ts';
import type { EngineUse, StudioContext } from '../../state/studio-context.ts';
import { requireServerWork } from '../../state/tools.ts';
import { productIn } from '../../composite/composing.ts';
import { createSceneActions } from './scene-actions.ts';

/** Settings for suggesting scenes with an external engine. */
export const AUTO_PROMPT_ENGINE: EngineUse = {
  tool: 'prompt',
  takesWords: {
    title: t('Auto-prompt by'),
    facts: t('It reads the description of your product, not its picture. Ideas cost nothing.'),
  },
};

export type Assistant = ReturnType<typeof createAssistant>;

export function createAssistant(context: StudioContext) {
  const { services, store } = context;
  const runner = context.get(createToolRunner);
  const engines = context.get(createEngines);
  const scene = context.get(createSceneActions);

  /** Description of the product: the existing one, or a new one from the engine. */
  const ensureDescription = async (
    document: StudioDocument,
    id: string,
    signal: AbortSignal,
  ): Promise<string> => {
    const existingDescription = document.edits.descriptions[id];
    if (existingDescription !== undefined && existingDescription.trim() !== '') return existingDescription;
    const describing = requireServerWork(context.tools, 'describe');
    const upload = { signal, onProgress: () => undefined };
    const request = await describing.request(
      {
        services,
        document,
        findPicture: () => null,
        resolveKey: (picture) => runner.keys.resolveKey(document.id, picture, upload),
        keyOfMask: (png, drawing) => runner.keys.keyOfMask(png, drawing, upload),
      },
      id,
    );
    const [task] = await services.startTask(request, {
      idempotencyKey: services.newId(),
      engine: engines.engineFor('describe'),
      signal,
      onTaskIds: () => undefined,
      onTask: () => undefined,
    });
    const text = task?.result?.final_description;
    if (task?.status !== 'SUCCESS' || text === undefined || text === '')
      throw new Error('The product was not described.');
    const shopTexts = task.result?.shop_texts ?? null;
    context.patchDocument(document.id, (open) =>
      describeForShops(open, id, { text, shopTexts }, services.nowMs()),
    );
    return text;
  };

  return {
    /**
     * Writes a prompt for the product and suggests other prompts. Does nothing while another suggestion or a run is
     * in progress.
     */
    suggest: async (): Promise<void> => {
      const { document, assist, job } = store.getState();
      if (!document || assist.phase === 'busy' || isActive(job)) return;
      const abort = new AbortController();
      // Aborts the call when another document is opened.
      const stop = store.subscribe(() => !context.isOpen(document.id) && abort.abort());
      store.setState({ assist: { phase: 'busy', suggestions: assist.suggestions } });
      try {
        const id = productIn(document)?.id ?? PHOTO_ID;
        const description = await ensureDescription(document, id, abort.signal);
        const { prompt, suggestions } = await services.suggestScenes(
          description,
          engines.engineFor(AUTO_PROMPT_ENGINE.tool),
          abort.signal,
        );
        if (!context.isOpen(document.id)) return;
        scene.setScenePrompt(prompt);
        store.setState({ assist: { phase: 'idle', suggestions } });
        context.announce(t('A prompt is written.'));
      } catch (error) {
        const phase = isAbort(error) ? 'idle' : 'failed';
        if (phase === 'failed') console.warn('No prompt was thought up.', error);
        if (context.isOpen(document.id))
          store.setState({ assist: { phase, suggestions: assist.suggestions } });
      } finally {
        stop();
      }
    },
  };
}
