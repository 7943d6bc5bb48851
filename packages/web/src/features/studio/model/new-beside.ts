/** Choice between changing a made scene and making a new one of the same product. */
import { adjustableScene } from './adjustment.ts';
import type { StudioDocument } from './document.ts';
import { choosePicture } from './edits.ts';
import type { PictureId } from './results.ts';

/** Made scene beside which the stage shows a new one with its product; null without one. */
function sceneBeside(document: StudioDocument): PictureId | null {
  const { edits, view } = document;
  const id = view.newBesideId;
  if (id === null || edits.hiddenIds.includes(id)) return null;
  const scene = adjustableScene({ ...document, edits: { ...edits, currentId: id } });
  return scene?.product.id === edits.currentId ? id : null;
}

/** Whether the stage shows a made scene that can be changed, or a new one beside it; null if neither. */
export function sceneTab(document: StudioDocument): 'adjust' | 'new' | null {
  if (adjustableScene(document)) return 'adjust';
  return sceneBeside(document) === null ? null : 'new';
}

/** Shows the made scene's product on the stage, so that all settings are those of a new scene. */
export function beginBeside(document: StudioDocument): StudioDocument {
  const made = adjustableScene(document);
  if (!made) return document;
  const { edits, view } = document;
  const hiddenIds = edits.hiddenIds.filter((id) => id !== made.product.id);
  const marked = {
    ...document,
    edits: { ...edits, hiddenIds },
    view: { ...view, newBesideId: made.result.id },
  };
  return choosePicture(marked, made.product.id);
}

/** Shows the made scene again, with the changes that it had. */
export function endBeside(document: StudioDocument): StudioDocument {
  const id = sceneBeside(document);
  if (id === null) return document;
  return choosePicture({ ...document, view: { ...document.view, newBesideId: null } }, id);
}
