/** Stores finished generations in the user's history, and reports to the server that the page has shown them. */
import { recordTypes } from '@packshot/contract/tools/result-names';
import type { StudioDocument } from '../model/document.ts';
import type { StagePicture } from '../model/picture.ts';
import { getMaker } from '../model/results.ts';
import type { Result } from '../model/results.ts';
import { requireWork } from '../state/tools.ts';
import { bestRendition } from '../state/studio-state.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { documentRecordName, fileServerResult } from './filing.ts';

/** Longest wait for a result's pixels, in milliseconds; after that, the history record gets no thumbnail. */
const PIXELS_WAIT_MS = 30_000;

/** Watches the open document, and stores each result that is added from then on in the user's history. */
export function fileResults(context: StudioContext): void {
  context.store.subscribe(({ document }, { document: before }) => {
    if (!document || document.id !== before?.id) return;
    if (document.pendingRun && document.pendingRun !== before.pendingRun) note(context, document);
    if (document.results === before.results) return;
    const knownIds = new Set(before.results.map(({ id }) => id));
    for (const result of document.results) if (!knownIds.has(result.id)) void file(context, document, result);
  });
}

/** Remembers accepted tasks, so that another page stores their results in the history if this one closes. */
function note({ services, tools }: StudioContext, document: StudioDocument): void {
  const { pendingRun } = document;
  if (!pendingRun) return;
  const { server } = requireWork(tools, pendingRun.tool);
  const [toolType] = server ? recordTypes(server.resultTool) : [];
  if (toolType !== undefined)
    services.noteUnfiled(pendingRun.taskIds, toolType, documentRecordName(document));
}

async function file(context: StudioContext, document: StudioDocument, result: Result): Promise<void> {
  const { services } = context;
  const [toolType] = recordTypes(getMaker(result.tool));
  // Skips pictures made in the browser, which aren't generations; they are stored in the history when the user exports
  // them.
  if (toolType === undefined || result.key === '') return;
  const picture = await waitForPixels(context, document.id, result.id);
  if (picture !== null) {
    services
      .reportShown([result.id])
      .catch((error: unknown) => console.warn('The report of a shown result did not arrive.', error));
  }
  const { id, key } = result;
  await fileServerResult(
    services,
    { toolType, name: documentRecordName(document), key, taskIds: [id] },
    picture,
  );
}

/** Picture of a result once a rendition is loaded. Null if its document was closed, or after `PIXELS_WAIT_MS`. */
function waitForPixels(
  { store, isOpen }: StudioContext,
  documentId: string,
  resultId: string,
): Promise<StagePicture | null> {
  return new Promise((resolve) => {
    const look = (): void => {
      const state = store.getState();
      const picture = bestRendition(state, resultId);
      if (picture !== null || !isOpen(documentId)) settle(picture);
    };
    const settle = (picture: StagePicture | null): void => {
      clearTimeout(timer);
      stop();
      resolve(picture);
    };
    const timer = setTimeout(() => settle(null), PIXELS_WAIT_MS);
    const stop = store.subscribe(look);
    look();
  });
}
