/** Camera view of the document's product: read from its photo, and corrected by the name that the user typed. */
import type { ProductScale } from '@packshot/contract/tools/product-scale';
import { likelyView, sureView, USUAL_VIEW } from '@packshot/contract/tools/view';
import type { Pose, ProductView, ReadView } from '@packshot/contract/tools/view';
import { typedName } from '../model/document.ts';
import type { AdjustableScene } from '../model/adjustment.ts';
import type { StudioDocument } from '../model/document.ts';
import { findView } from '../model/results.ts';
import type { PictureId } from '../model/results.ts';

/** Camera view of a product, as estimated by the engine and corrected by the product's name; null if there is none. */
export const readView = (document: StudioDocument, id: PictureId): ReadView | null =>
  viewOfNamed(findView(document, id), typedName(document));

let named: typeof import('./named-view.ts') | null = null;

/**
 * Loads the word lists with which names and prompts are compared. Until they are loaded, the functions below ignore
 * names and prompts.
 */
export async function loadWords(): Promise<void> {
  named ??= await import('./named-view.ts');
}

/** Corrects the view of a product as the prompt asks for it. */
export const viewAsWorded = (view: ProductView | null, prompt: string): ProductView | null =>
  named === null ? view : named.viewInWords(view, prompt);

/**
 * Camera view of a product in the scene that the settings describe: chosen, or else read from photo and name and
 * corrected by the prompt. With a scene lock, a view of which the engine is unsure is left out, so that it can't cause
 * a refusal.
 */
export function viewInScene(document: StudioDocument, id: PictureId): ProductView | null {
  const { view, look, prompt } = document.edits.scene;
  if (view !== null) return view;
  const read = readView(document, id);
  if (look !== null) return sureView(read);
  const likely = likelyView(read);
  return likely && viewAsWorded(likely, prompt);
}

/** Camera view of the product with which a scene was made; null if unknown. */
const viewOnMaking = (document: StudioDocument, { look, product }: AdjustableScene): ProductView | null =>
  look.view ?? likelyView(readView(document, product.id));

/** Pose of the product in a made scene, as it is now and with which the scene was made; null if unknown. */
export function posesInMade(document: StudioDocument, scene: AdjustableScene) {
  const madePose = viewOnMaking(document, scene)?.pose ?? null;
  return { made: madePose, now: scene.now.pose ?? madePose };
}

/** Camera view of the product in a made scene. A changed pose keeps the camera's elevation, which the set determines. */
export function viewInMade(document: StudioDocument, scene: AdjustableScene): ProductView | null {
  const madeView = viewOnMaking(document, scene);
  const { pose } = scene.now;
  if (pose === undefined) return madeView;
  const elevationDeg = madeView?.elevationDeg ?? scene.result.scene?.facts?.elevation_deg;
  return { pose, elevationDeg: elevationDeg ?? USUAL_VIEW.elevationDeg };
}

/** Whether a product hangs in the scene of a prompt. */
export const isToHangIn = (prompt: string, pose: Pose | null): boolean =>
  named === null ? pose === 'hangs' : named.leadsToHanging(prompt, pose);

/** Real-world size of a product according to its name. */
export const scaleOfNamed = (name: string): ProductScale | null => named?.scaleInName(name) ?? null;

/** Corrects the view in a photo by the product's name. */
export const viewOfNamed = (view: ReadView | null, name: string): ReadView | null =>
  named === null ? view : named.viewOfNamed(view, name);
