/** Pictures that this browser has made, as history keeps them. What the server has made is filed by itself. */
import type { RecordSettings } from '@packshot/contract/records/schemas';
import { TOOL_IDS } from '@packshot/contract/tools/ids';
import type { ToolId } from '@packshot/contract/tools/ids';
import { recordTypes } from '@packshot/contract/tools/result-names';
import type { StudioDocument } from '../model/document.ts';
import { payerFor } from '../model/payer.ts';
import { currentResult, makerOf } from '../model/results.ts';
import type { PictureId } from '../model/results.ts';
import type { CompositionOrder } from '../composite/compose.ts';
import { compositionOf, isComposedOnSaving, productIn } from '../composite/composing.ts';
import { drawnFrom, drawnOnStage } from '../run/drawn-from.ts';
import type { DrawnHere } from '../run/drawn-from.ts';
import type { Tools } from '../state/studio-context.ts';
import type { StudioState } from '../state/studio-state.ts';

export interface MadeHere {
  readonly documentId: string;
  /** What it consists of: the same picture is filed once, however often it is taken away. */
  readonly identity: string;
  readonly toolType: ToolId;
  readonly settings: RecordSettings;
  /** Which of the server's pictures it shows; null: none. */
  readonly drawn: DrawnHere | null;
  /** Storage key of what it was made from; null when that is a photo which the server has not got. */
  readonly inputKey: string | null;
}

/** @returns null when the stage shows no picture, or one that the server has made */
export function madeHereOf(tools: Tools, state: StudioState): MadeHere | null {
  const { document } = state;
  if (!document) return null;
  if (isComposedOnSaving(tools, document)) {
    const order = compositionOf(tools, state);
    const product = productIn(document);
    return (
      order &&
      product && {
        documentId: document.id,
        identity: identityOf(document, product.id, order),
        toolType: TOOL_IDS.product,
        settings: settingsOf(document, order),
        drawn: drawnOnStage(tools, state),
        inputKey: inputKeyOf(document, product.id),
      }
    );
  }
  const result = currentResult(document);
  if (result?.key !== '') return null;
  return {
    documentId: document.id,
    identity: result.id,
    toolType: recordTypes(makerOf(result.tool))[0] ?? TOOL_IDS.default,
    settings: {},
    drawn: drawnFrom(document, result.id),
    inputKey: inputKeyOf(document, result.id),
  };
}

const inputKeyOf = (document: StudioDocument, id: PictureId): string | null =>
  payerFor(document, id)?.key ?? document.photo?.uploadKey ?? null;

/** Without the size in pixels: a window that was made larger makes no other picture. */
const identityOf = (
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

/** What "reuse" sets again. One's own picture behind a product is nowhere but in its document. */
function settingsOf(
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
