/** Choice between changing a made scene and making a new one of the same product. */
import { adjustableScene } from '../model/adjustment.ts';
import type { StudioDocument } from '../model/document.ts';
import { choosePicture } from '../model/edits.ts';

/** ID of the made scene beside which the stage shows a new one with its product; null without one. */
function sceneBeside(document: StudioDocument): string | null {
  const { edits, view } = document;
  const id = view.newBesideId;
  if (id === null || edits.hiddenIds.includes(id)) return null;
  const scene = adjustableScene({ ...document, edits: { ...edits, currentId: id } });
  return scene?.product.id === edits.currentId ? id : null;
}

/**
 * Tab of the scene panel: 'adjust' changes the made scene on the stage, 'new' prepares another scene beside it. Null if
 * there is neither.
 */
export function sceneTab(document: StudioDocument): 'adjust' | 'new' | null {
  if (adjustableScene(document)) return 'adjust';
  return sceneBeside(document) === null ? null : 'new';
}

/** Shows the made scene's product on the stage, so that all settings are those of a new scene. */
export function beginBeside(document: StudioDocument): StudioDocument {
  const adjustable = adjustableScene(document);
  if (!adjustable) return document;
  const hiddenIds = document.edits.hiddenIds.filter((id) => id !== adjustable.product.id);
  const view = { ...document.view, newBesideId: adjustable.result.id };
  return choosePicture({ ...document, edits: { ...document.edits, hiddenIds }, view }, adjustable.product.id);
}

/** Shows the made scene again, with its earlier changes. */
export function endBeside(document: StudioDocument): StudioDocument {
  const id = sceneBeside(document);
  const view = { ...document.view, newBesideId: null };
  return id === null ? document : choosePicture({ ...document, view }, id);
}
