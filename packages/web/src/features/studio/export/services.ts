import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import type { StatedMetadata } from '@packshot/contract/tools/export';
import type { EncodeOrder } from './encode-export.ts';
import type { PsdOrder } from './write-psd.ts';

/** Services for exporting a picture: making its file, and paying for it. */
export interface ExportServices {
  /** Converts a picture's file to PNG with metadata; if it is a PNG already, its pixels stay unchanged. */
  writePng(file: Blob, metadata: StatedMetadata, ground: string | null): Promise<Blob>;
  /** Encodes a picture as PNG, JPEG or WebP. */
  encodeExport(order: EncodeOrder): Promise<Blob>;
  /** Writes a picture's layers to a Photoshop file. */
  writePsd(order: PsdOrder): Promise<Blob>;
  /** Measures a file made in the browser, for checking it against a channel's rules. */
  measureExport(file: Blob): Promise<PictureFacts>;
  saveFile(blob: Blob, name: string): void;
  downloadBalance(): Promise<{ id: string; download_credits: number }>;
  /** Charges one download credit, unless this picture was downloaded before. */
  requestDownload(key: string): Promise<{ download_credits: number; url?: string | undefined }>;
  refreshBalances(): Promise<unknown>;
}

declare module '../state/services.ts' {
  interface StudioServices extends ExportServices {}
}
