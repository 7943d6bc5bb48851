import type { PictureFacts } from '@packshot/contract/channels/picture-facts';
import type { StatedMetadata } from '@packshot/contract/tools/export';
import type { EncodeOrder } from './encode-export.ts';
import type { PsdOrder } from './write-psd.ts';

export interface ExportServices {
  /**
   * Converts a picture's file to PNG with metadata. The pixels of a PNG stay unchanged unless a background is drawn
   * behind them.
   */
  writePng(file: Blob, metadata: StatedMetadata, ground: string | null): Promise<Blob>;
  encodeExport(order: EncodeOrder): Promise<Blob>;
  writePsd(order: PsdOrder): Promise<Blob>;
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
