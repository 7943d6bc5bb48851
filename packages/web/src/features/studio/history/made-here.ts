/** History entries for pictures made in this browser. `file-results.ts` stores the pictures made by the server. */
import type { RecordSettings } from '@packshot/contract/records/schemas';
import { TOOL_IDS } from '@packshot/contract/tools/ids';
import type { ToolId } from '@packshot/contract/tools/ids';
import { recordTypes } from '@packshot/contract/tools/result-names';
import type { StudioDocument } from '../model/document.ts';
import { payerFor } from '../model/payer.ts';
import { currentResult, getMaker } from '../model/results.ts';
import type { PictureId } from '../model/results.ts';
import type { CompositionOrder } from '../composite/compose.ts';
import { createComposition, isComposedOnSaving, productIn } from '../composite/composing.ts';
import { drawnFrom, drawnOnStage } from '../run/drawn-from.ts';
import type { DrawnHere } from '../run/drawn-from.ts';
import type { Tools } from '../state/studio-context.ts';
import type { StudioState } from '../state/studio-state.ts';

export interface MadeHere {
  readonly documentId: string;
  /** Text that identifies the picture's contents, so that the same picture is stored in the history only once. */
  readonly identity: string;
  readonly toolType: ToolId;
  readonly settings: RecordSettings;
  /** Server's pictures that the browser drew into this one, or null. */
  readonly drawn: DrawnHere | null;
  /** Storage key of the picture from which this one was made, or null if that is a photo that wasn't uploaded. */
  readonly inputKey: string | null;
}

/**
 * Data of the history entry for the picture on the stage.
 * @returns null if the stage shows no picture, or one made by the server
 */
export function getMadeHere(tools: Tools, state: StudioState): MadeHere | null {
  const { document } = state;
  if (!document) return null;
  if (isComposedOnSaving(tools, document)) {
    const order = createComposition(tools, state);
    const product = productIn(document);
    return (
      order &&
      product && {
        documentId: document.id,
        identity: computeIdentity(document, product.id, order),
        toolType: TOOL_IDS.product,
        settings: toSettings(document, order),
        drawn: drawnOnStage(tools, state),
        inputKey: getInputKey(document, product.id),
      }
    );
  }
  const result = currentResult(document);
  if (result?.key !== '') return null;
  return {
    documentId: document.id,
    identity: result.id,
    toolType: recordTypes(getMaker(result.tool))[0] ?? TOOL_IDS.default,
    settings: {},
    drawn: drawnFrom(document, result.id),
    inputKey: getInputKey(document, result.id),
  };
}

const getInputKey = (document: StudioDocument, id: PictureId): string | null =>
  payerFor(document, id)?.key ?? document.photo?.uploadKey ?? null;

/**
 * Text that identifies a composition. Omits the size in pixels, because resizing the window doesn't make a different
 * picture.
 */
const computeIdentity = (
  { edits: { scene } }: StudioDocument,
  productId: PictureId,
  { background, placement, shadow }: CompositionOrder,
): string =>
  JSON.stringify([
    productId,
    background.kind,
    background.kind === 'color' ? background.hex : (scene.picture?.id ?? null),
    placement,
    shadow,
    scene.aspectRatioId,
    scene.isLarger,
  ]);

/**
 * Settings that "reuse" restores from the history. Omits the user's own background picture, which exists only in its
 * document.
 */
function toSettings(
  { edits: { scene } }: StudioDocument,
  { background, placement }: CompositionOrder,
): RecordSettings {
  const { shadow } = scene;
  return {
    placement,
    aspect_ratio: scene.aspectRatioId,
    larger_size: scene.isLarger,
    ...(shadow !== null && { shadow }),
    ...(background.kind === 'color' && { background: background.hex }),
    ...(background.kind === 'transparent' && { background: background.kind }),
  };
}
