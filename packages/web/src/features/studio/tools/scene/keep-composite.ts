/** Saves the composition on the stage as a picture of the document, so that tools can continue from it. */
import type { Shadow } from '@packshot/contract/tools/scene';
import { addResult } from '../../model/edits.ts';
import { toAlphaId } from '../../model/results.ts';
import { getMadeHere } from '../../history/made-here.ts';
import { readStatedMetadata } from '../../documents/file-words.ts';
import { keepResultThumbnail } from '../../documents/show-result.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { composeNow } from '../../composite/compose-now.ts';
import { productIn } from '../../composite/composing.ts';
import { drawnOnStage } from '../../run/drawn-from.ts';
import { signFile } from '../../run/sign-file.ts';

/**
 * Saves the composition.
 * @param shadow replaces the stage's shadow
 * @returns the new picture's ID, or null if there is nothing to compose
 * @throws if the browser can't make or store it
 */
export async function keepComposite(context: StudioContext, shadow?: Shadow): Promise<string | null> {
  const { services, store } = context;
  const { document } = store.getState();
  const product = document && productIn(document);
  const startedAtMs = services.nowMs();
  const madeHere = shadow === undefined ? getMadeHere(context.tools, store.getState()) : null;
  const drawing = drawnOnStage(context.tools, store.getState());
  const composite = product && (await composeNow(context, shadow && { shadow }));
  if (!document || !composite || !context.isOpen(document.id)) return null;
  // Signs now, while the pictures in the file are known, so that tools continue from a verified picture.
  const metadata = await readStatedMetadata(composite.png);
  const { file } = await signFile(services, { file: composite.png, drawn: drawing, metadata });
  if (!context.isOpen(document.id)) return null;
  const id = services.newId();
  await services.documents.saveBlob(document.id, `${id}/full`, file);
  await services.documents.saveBlob(document.id, `${toAlphaId(id)}/full`, composite.alphaPng);
  context.setPicture(document.id, id, 'full', await services.decodePicture(composite.png));
  context.change((open, nowMs) =>
    addResult(
      open,
      {
        id,
        tool: 'composite',
        inputId: product.id,
        // The browser has made the picture; it is uploaded when a tool on the server needs it.
        key: '',
        widthPx: composite.widthPx,
        heightPx: composite.heightPx,
        durationMs: Math.max(0, nowMs - startedAtMs),
        isDownloaded: false,
        scene: null,
        cropOf: null,
        strength: null,
      },
      nowMs,
    ),
  );
  // If the composition was exported before, the history contains it, so it isn't stored there again.
  if (madeHere)
    context.patchDocument(document.id, (open) =>
      open.filed.includes(madeHere.identity) ? { ...open, filed: [...open.filed, id] } : open,
    );
  await keepResultThumbnail(context, { documentId: document.id, resultId: id });
  return id;
}
