/** Functions that derive the composition on the stage from the studio's state. They store nothing. */
import { sceneSize } from '@packshot/contract/tools/aspect-ratios';
import { DEFAULT_SHADOW, shadowOfPose } from '@packshot/contract/tools/scene';
import type { Framing, Placement, Reference, Shadow } from '@packshot/contract/tools/scene';
import { likelyView, sureView } from '@packshot/contract/tools/view';
import type { Pose } from '@packshot/contract/tools/view';
import { currentResult, isCutOut, findProduct, shownResults } from '../model/results.ts';
import type { PictureId, Result } from '../model/results.ts';
import type { StudioDocument } from '../model/document.ts';
import type { OtherProduct, SceneSettings } from '../model/scene-settings.ts';
import { NO_MAPS } from '../model/product-maps.ts';
import type { ProductMaps } from '../model/product-maps.ts';
import { bestRendition } from '../state/studio-state.ts';
import type { StudioState } from '../state/studio-state.ts';
import { adjustableScene, homePlacement } from '../model/adjustment.ts';
import type { ToolFrame, Tools } from '../state/studio-context.ts';
import type { StagePicture } from '../model/picture.ts';
import type { CompositionOrder, FlatBackground } from './compose.ts';
import {
  CENTERED_STAGE,
  fromArrangement,
  HANGING_STAGE,
  nativeSize,
  toPlace,
  toStagePlace,
  defaultPlacement,
  usualSize,
} from '../model/composition.ts';
import { isToHangIn, readView, viewAsWorded, viewInMade } from './product-view.ts';
import type { FramedProduct, StagePlace, VisibleBox } from '../model/composition.ts';
import type { PixelSize } from '../model/size.ts';

/**
 * Product that the user can place: that of the current picture, else the latest visible cut-out. Null without a
 * cut-out.
 */
export const productIn = (document: StudioDocument): Result | null =>
  findProduct(document, document.edits.currentId) ?? shownResults(document).findLast(isCutOut) ?? null;

/** Whether the browser itself makes the background, without a request to the server. */
export const isFlat = ({ background }: SceneSettings): boolean => background !== 'scene';

export const chosenFrame = (tools: Tools, { tool }: StudioDocument): ToolFrame | undefined =>
  tools[tool].stage?.frame;

/** True while the stage shows a composition in a frame rather than a finished picture. */
export const isComposing = (tools: Tools, document: StudioDocument): boolean =>
  chosenFrame(tools, document)?.isOpen(document) === true;

/**
 * Whether the browser composes the file when the user saves. If the stage only previews a scene, the file is the
 * selected result.
 */
export const isComposedOnSaving = (tools: Tools, document: StudioDocument): boolean =>
  isComposing(tools, document) &&
  chosenFrame(tools, document)?.holdsProduct === true &&
  isFlat(document.edits.scene);

/** Whether the current picture is a product alone, such as a cut-out or its enlargement. */
export function isProductCurrent(document: StudioDocument): boolean {
  const result = currentResult(document);
  return result !== null && findProduct(document, result.id)?.id === result.id;
}

export const getFrameSize = ({ aspectRatioId, isLarger, largerSidePx }: SceneSettings): PixelSize =>
  sceneSize(aspectRatioId, isLarger, largerSidePx);

/** Selected built-in reference, or null if none is selected or the references aren't loaded. */
export function chosenReference({ document, shelf }: StudioState): Reference | null {
  const choice = document?.edits.scene.reference;
  if (choice?.kind !== 'built-in') return null;
  return shelf.references.find(({ id }) => id === choice.id) ?? null;
}

/** Pose of a product: chosen by the user, or else the engine's best guess. */
const getPose = (document: StudioDocument, product: Result): Pose | null =>
  (document.edits.scene.view ?? likelyView(readView(document, product.id)))?.pose ?? null;

/** Whether the product will hang in the scene, like clothes, according to the prompt or the photo. */
function isToHang(document: StudioDocument, { prompt, view }: SceneSettings): boolean {
  const product = productIn(document);
  const knownView = view ?? viewAsWorded(product && sureView(readView(document, product.id)), prompt);
  return isToHangIn(prompt, knownView?.pose ?? null);
}

/**
 * Default place of the product. On a new background, it is where the product would stand, lie or hang. In a made scene,
 * it is where the product stood when the scene was made.
 */
export function getStagePlace(state: StudioState): StagePlace {
  const { document, boxes } = state;
  const scene = document?.edits.scene;
  if (!document || !scene) return toStagePlace(null, 1);
  const adjustable = adjustableScene(document);
  const composed = productIn(document);
  const composedBox = composed && boxes[composed.id];
  const composedPlace = composed && standingIn(state, composed.id);
  if (!adjustable && composedBox && composedPlace)
    return toPlace({ placement: composedPlace, box: composedBox, frame: getFrameSize(scene) });
  const madeBox = adjustable && boxes[adjustable.product.id];
  if (adjustable && madeBox)
    return toPlace({ placement: homePlacement(adjustable), box: madeBox, frame: adjustable.frame });
  const reference = isFlat(scene) ? null : chosenReference(state);
  const isHeld = composedBox?.hangsFromEdge === true;
  if (reference === null && !isFlat(scene) && !isHeld && isToHang(document, scene)) return HANGING_STAGE;
  const product = reference === null ? productIn(document) : null;
  if (product !== null && (getPose(document, product) ?? 'stands') !== 'stands') return CENTERED_STAGE;
  return toStagePlace(reference, scene.aspectRatioId);
}

/** Whether the browser found no visible pixels in the product, or couldn't measure it. */
export function isProductInvisible({ document, boxes }: StudioState): boolean {
  const product = document && productIn(document);
  return product !== null && boxes[product.id] === null;
}

export interface StageProduct {
  readonly result: Result;
  readonly picture: StagePicture;
  readonly thumbnail: StagePicture;
  readonly box: VisibleBox;
  readonly placement: Placement;
  /** Size of the frame in which the product is placed. */
  readonly frame: PixelSize;
  readonly maps: ProductMaps;
  readonly pose: Pose | null;
}

/**
 * Product on the stage: in the frame of a new scene, or in a made scene that can be changed.
 * @returns null if there is no product, or its pixels or bounds aren't known
 */
export function placedProduct(state: StudioState): StageProduct | null {
  const { document, boxes, maps } = state;
  if (!document) return null;
  const adjustable = adjustableScene(document);
  const result = adjustable?.product ?? productIn(document);
  const picture = result && bestRendition(state, result.id);
  const box = result && boxes[result.id];
  if (!result || !picture || !box) return null;
  const { scene } = document.edits;
  const frame: PixelSize = adjustable?.frame ?? getFrameSize(scene);
  const placement =
    adjustable?.now.placement ??
    scene.placement ??
    standingIn(state, result.id) ??
    defaultPlacement(box, frame, getStagePlace(state));
  return {
    result,
    picture,
    thumbnail: state.thumbnails[result.id] ?? picture,
    box,
    placement,
    frame,
    maps: maps[result.id] ?? NO_MAPS,
    pose: adjustable ? (viewInMade(document, adjustable)?.pose ?? null) : getPose(document, result),
  };
}

/** Further product on the stage, at its place in the frame. */
export interface PlacedOther extends FramedProduct {
  readonly id: PictureId;
  readonly name: string;
  readonly picture: StagePicture;
}

/** Further products of the scene on the stage whose pixels and bounds are known; none on a plain background. */
export function placedOthers(state: StudioState): readonly PlacedOther[] {
  const { document, boxes } = state;
  if (!document) return [];
  const adjustable = adjustableScene(document);
  const { scene } = document.edits;
  if (!adjustable && isFlat(scene)) return [];
  const frame: PixelSize = adjustable?.frame ?? getFrameSize(scene);
  const places = adjustable || scene.placement !== null ? null : placesFound(state);
  return (adjustable?.others ?? othersStanding(state)).flatMap(({ id, name, placement }) => {
    const [picture, box] = [bestRendition(state, id), boxes[id]];
    const isPlaced = places === null || id in places;
    return picture && box && isPlaced ? [{ id, name, picture, box, placement, frame }] : [];
  });
}

/** Places that the scene on the stage found for further products, by their IDs. */
const placesFound = ({ document, standing: composed }: StudioState): Readonly<Record<PictureId, Placement>> =>
  document && composed?.productId === productIn(document)?.id ? (composed?.others ?? {}) : {};

/**
 * Further products of a new scene, at the places where the composed scene puts them. Until a scene is composed, they
 * are placed around the first product.
 */
export function othersStanding(state: StudioState): readonly OtherProduct[] {
  const { document } = state;
  if (!document) return [];
  const { placement, otherProducts } = document.edits.scene;
  const first = placedProduct(state);
  if (placement !== null || !first) return otherProducts;
  const places = placesFound(state);
  return otherProducts.map((other) => ({
    ...other,
    placement: places[other.id] ?? fromArrangement(other.placement, first.placement, first.frame),
  }));
}

/** Product that the user moved last, or else the first one. */
export const movedProduct = (state: StudioState): FramedProduct | null =>
  placedOthers(state).find(({ id }) => id === state.movedId) ?? placedProduct(state);

/**
 * Camera distance of the scene on the stage: the one set in the document, or else that of the composed scene. Null if
 * neither is known.
 */
export function framingNow({ document, framing }: StudioState): Framing | null {
  const product = document && productIn(document);
  const shown = framing?.productId === product?.id ? framing?.value : undefined;
  return document?.edits.scene.framing ?? shown ?? null;
}

/** Where the scene on the stage puts the product; null without a composed scene. */
const standingIn = ({ document, standing: composed }: StudioState, productId: PictureId): Placement | null =>
  document !== null && !isFlat(document.edits.scene) && composed?.productId === productId
    ? composed.placement
    : null;

export function flatBackground(state: StudioState): FlatBackground | null {
  const scene = state.document?.edits.scene;
  if (!scene) return null;
  switch (scene.background) {
    case 'scene':
      return null;
    case 'transparent':
      return { kind: 'transparent' };
    case 'color':
      return { kind: 'color', hex: scene.color };
    case 'picture': {
      const picture = scene.picture && bestRendition(state, scene.picture.id);
      return picture && { kind: 'picture', picture };
    }
  }
}

export function getCompositeSize(state: StudioState): PixelSize | null {
  const product = placedProduct(state);
  const scene = state.document?.edits.scene;
  if (!product || !scene) return null;
  const frame = getFrameSize(scene);
  if (!scene.isLarger) return usualSize(frame, state.container);
  return nativeSize({ placement: product.placement, box: product.box, frame }, product.result);
}

/** Order for the composition on the stage with the best loaded pixels, or null if there is none. */
export function createComposition(tools: Tools, state: StudioState): CompositionOrder | null {
  const { document } = state;
  if (!document || chosenFrame(tools, document)?.holdsProduct === false) return null;
  const product = placedProduct(state);
  const background = flatBackground(state);
  const size = getCompositeSize(state);
  if (!product || !background || !size) return null;
  const { scene } = document.edits;
  return {
    product: product.picture,
    box: product.box,
    background,
    placement: product.placement,
    shadow: shownShadow(scene, product),
    maps: product.maps,
    pose: product.pose,
    size,
  };
}

/** Default shadow on a transparent background: none. */
const NO_SHADOW = { ...DEFAULT_SHADOW, kind: 'none' } as const;

/**
 * Shadow that the stage shows. By default, and if the user chose the photo's shadow, it is the photo's shadow if
 * available. Otherwise it is computed for the product's pose. Two exceptions apply if the user chose no shadow: a scene
 * shows the computed one, because its own is only in the result, and a transparent background shows none.
 */
export function shownShadow(
  { background, shadow }: SceneSettings,
  { maps, pose }: Pick<StageProduct, 'maps' | 'pose'>,
): Shadow {
  const computed = shadowOfPose(pose);
  if (shadow === null && background === 'scene') return computed;
  if (shadow === null && background === 'transparent') return NO_SHADOW;
  const isOwn = shadow === null || shadow.kind === 'photo';
  return isOwn ? { ...computed, ...shadow, kind: maps.shadow ? 'photo' : computed.kind } : shadow;
}
