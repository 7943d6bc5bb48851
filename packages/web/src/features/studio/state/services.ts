/** What the studio needs from outside, as one type: the app's own in `real-services.ts`, doubles in tests. */
import type { EngineOffer } from '@packshot/contract/tools/engines';
import type { PictureMetadata } from '@packshot/contract/tools/export';
import type { Reference } from '@packshot/contract/tools/scene';
import type { ToolId } from '@packshot/contract/tools/ids';
import type { Box } from '@packshot/image-engine/pixels';
import type { FinishedResult, LocalPicture } from '../../../lib/saved-records.ts';
import type { ToastType } from '../../../lib/toast.ts';
import type { Crop } from '../model/crop.ts';
import type { DocumentStore } from './document-store.ts';
import type { EncodeOrder } from '../export/encode-export.ts';
import type { PsdOrder } from '../export/write-psd.ts';
import type { ToolCalls } from './tool-calls.ts';
import type { Stroke } from '../model/strokes.ts';
import type { DecodedPhoto, Picture } from '../documents/decode.ts';
import type { CorrectionStroke } from '../model/corrections.ts';
import type { Composite, CompositionOrder } from '../composite/compose.ts';
import type { VisibleBox } from '../model/composition.ts';
import type { Size } from '../model/size.ts';

export interface StudioServices extends ToolCalls {
  readonly documents: DocumentStore;

  // The server, besides the tools.
  /** Waits for the session and tells whose it is; null when nobody can tell, as without a connection. */
  userId(): Promise<string | null>;
  /** @returns the key under which the picture is stored */
  upload(photo: Blob, options: { signal: AbortSignal; onProgress(fraction: number): void }): Promise<string>;
  /** Engines besides the built-in one that are there now. */
  engines(): Promise<readonly EngineOffer[]>;
  /** The built-in references. */
  references(): Promise<readonly Reference[]>;
  /** Generations left as last read; null while that is not known. */
  generationsLeft(): number | null;
  refreshGenerations(): Promise<unknown>;
  refreshBalances(): Promise<unknown>;
  downloadBalance(): Promise<{ id: string; download_credits: number }>;
  /** Debits one download, unless this picture was downloaded before. */
  requestDownload(key: string): Promise<{ download_credits: number; url?: string | undefined }>;
  /** Bytes behind an address. */
  fetchBlob(url: string): Promise<Blob>;
  /** Files a finished result in the user's history; nothing for a guest. */
  keepInHistory(result: FinishedResult): Promise<void>;
  /** The user is no guest: what they make is filed. */
  keepsHistory(): boolean;
  /** Files a picture that was made here. */
  keepOwnPicture(picture: LocalPicture): Promise<void>;
  /** Notes accepted tasks, so that their results are filed even when this page does not live to see them. */
  noteUnfiled(taskIds: readonly string[], toolType: ToolId, name: string): void;
  /** They are filed. */
  forgetUnfiled(taskIds: readonly string[]): void;
  /** Tells the server that results were shown. */
  reportShown(taskIds: readonly string[]): Promise<unknown>;

  // Pictures, as the browser reads, makes and writes them.
  decodePhoto(photo: Blob, isHeic: boolean): Promise<DecodedPhoto>;
  decodePicture(blob: Blob): Promise<Picture>;
  makeThumbnail(picture: Picture): Promise<Blob | null>;
  /** A small WebP of a picture, `RESIZE_LONGEST_SIDE_PX` on its longest side or as asked; null when the browser makes none. */
  resizePicture(picture: Picture, longestSidePx?: number): Promise<Blob | null>;
  release(picture: Picture | null): void;
  /** Where the product is in a picture; null when nothing of it is visible, or the browser cannot tell. */
  visibleBox(picture: Picture): Promise<VisibleBox | null>;
  /** The product on its background as one picture, and where the product is in it. */
  compose(order: CompositionOrder): Promise<Composite>;
  /** A part of a picture as a file of its own. @param isOpaque it has no transparency to keep */
  crop(picture: Picture, crop: Crop, isOpaque: boolean): Promise<Blob>;
  /** The box around everything visible in a picture, to the pixel; null when nothing is. */
  productBounds(picture: Picture): Promise<Box | null>;
  /**
   * Strokes as a PNG mask of the picture's shape; null when nothing is drawn.
   * @param feather how soft its edge is, as a share of the picture's longest side
   */
  exportMask(strokes: readonly Stroke[], image: Size, feather: number): Promise<Blob | null>;
  /** Strokes of a correction as a picture of the photo's shape; null when there are none. */
  exportCorrection(strokes: readonly CorrectionStroke[], image: Size): Promise<Blob | null>;
  /** A picture's file as a PNG with words about it; the pixels of a PNG stay as they are. */
  pngOf(file: Blob, metadata: PictureMetadata, ground: string | null): Promise<Blob>;
  /** A picture as a PNG, JPEG or WebP. */
  encodeExport(order: EncodeOrder): Promise<Blob>;
  /** A picture's parts as a Photoshop file. */
  writePsd(order: PsdOrder): Promise<Blob>;
  /** Files as one ZIP; they are asked for one after another. */
  zip(files: AsyncIterable<{ readonly name: string; readonly input: Blob }>): Promise<Blob>;
  saveFile(blob: Blob, name: string): void;
  copyText(text: string): Promise<void>;

  // The shell around the studio.
  /** The third image of a request is there. */
  reportThirdImage(): void;
  /** The shell hears what is asked for, and whether it was cancelled. */
  tellShell(run: { readonly isCancelled: boolean; readonly prompt?: string }): void;
  /** Text with which a result is being gone on from; null when that is over. */
  markReimagining(text: string | null): void;
  notify(type: ToastType, message: string): void;

  // Time and names.
  /** @throws the signal's reason */
  wait(durationMs: number, signal: AbortSignal): Promise<void>;
  newId(): string;
  nowMs(): number;
}
