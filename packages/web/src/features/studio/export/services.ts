import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import type { StatedMetadata } from '@packshot/contract/tools/export';
import type { EncodeOrder } from './encode-export.ts';
import type { PsdOrder } from './write-psd.ts';

/** What taking a picture away needs: making its file, and paying for it. */
export interface ExportServices {
  /** A picture's file as a PNG with words about it; the pixels of a PNG stay as they are. */
  pngOf(file: Blob, metadata: StatedMetadata, ground: string | null): Promise<Blob>;
  /** A picture as a PNG, JPEG or WebP. */
  encodeExport(order: EncodeOrder): Promise<Blob>;
  /** A picture's parts as a Photoshop file. */
  writePsd(order: PsdOrder): Promise<Blob>;
  /** What channels ask about of a file that was made here. */
  measureExport(file: Blob): Promise<PictureFacts>;
  saveFile(blob: Blob, name: string): void;
  downloadBalance(): Promise<{ id: string; download_credits: number }>;
  /** Debits one download, unless this picture was downloaded before. */
  requestDownload(key: string): Promise<{ download_credits: number; url?: string | undefined }>;
  refreshBalances(): Promise<unknown>;
}

declare module '../state/services.ts' {
  interface StudioServices extends ExportServices {}
}
