/** Makes what is composed on the stage a picture of the document, for tools that go on from it. */
import type { Shadow } from '@packshot/contract/tools/scene';
import { addResult } from '../../model/edits.ts';
import { alphaIdOf } from '../../model/results.ts';
import { madeHereOf } from '../../history/made-here.ts';
import { saidOf } from '../../documents/file-words.ts';
import { keepResultThumbnail } from '../../documents/show-result.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { composeNow } from '../../composite/compose-now.ts';
import { productIn } from '../../composite/composing.ts';
import { drawnOnStage } from '../../run/drawn-from.ts';
import { signFile } from '../../run/sign-file.ts';

/**
 * @param shadow in place of the one on the stage
 * @returns the new picture's id; null when there is nothing to compose
 * @throws when the browser cannot make or keep it
 */
export async function keepComposite(context: StudioContext, shadow?: Shadow): Promise<string | null> {
  const { services, store } = context;
  const { document } = store.getState();
  const product = document && productIn(document);
  const startedAtMs = services.nowMs();
  const made = shadow === undefined ? madeHereOf(context.tools, store.getState()) : null;
  const drawn = drawnOnStage(context.tools, store.getState());
  const composite = product && (await composeNow(context, shadow && { shadow }));
  if (!document || !composite || !context.isOpen(document.id)) return null;
  // A tool of the server's goes on from what the server has compared, while it is known what was drawn.
  const metadata = await saidOf(composite.png);
  const { file } = await signFile(services, { file: composite.png, drawn, metadata });
  if (!context.isOpen(document.id)) return null;
  const id = services.newId();
  await services.documents.saveBlob(document.id, `${id}/full`, file);
  await services.documents.saveBlob(document.id, `${alphaIdOf(id)}/full`, composite.alphaPng);
  context.setPicture(document.id, id, 'full', await services.decodePicture(composite.png));
  context.change((open, nowMs) =>
    addResult(
      open,
      {
        id,
        tool: 'composite',
        inputId: product.id,
        // Made here: it is uploaded when a tool of the server's needs it.
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
  // Taken away before it was kept: it is in history under what it consists of.
  if (made)
    context.patchDocument(document.id, (open) =>
      open.filed.includes(made.identity) ? { ...open, filed: [...open.filed, id] } : open,
    );
  await keepResultThumbnail(context, { documentId: document.id, resultId: id });
  return id;
}
