/** Makes a file of the picture on the stage as it is asked for, and takes it away for one download. */
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { isAbort } from '../../../lib/api-client.ts';
import { OutOfDownloadCreditsError, payForDownload, sentenceFor, shareOrSave } from '../save-result.ts';
import type { StudioContext } from '../studio-state.ts';
import { UnwritableFormatError } from './encode-export.ts';
import { exportFrame } from './export-frame.ts';
import { exportFileName, FORMATS, groundOf } from './export-settings.ts';
import type { ExportSettings } from './export-settings.ts';
import { exportSource } from './export-source.ts';
import type { ExportSource } from './export-source.ts';

/** What is asked for, beside the picture. */
export interface ExportWish {
  readonly settings: ExportSettings;
  /** Name without an extension. */
  readonly stem: string;
  readonly altText: string;
}

export interface Exporter {
  source(): Promise<ExportSource | null>;
  /** The file, as it will be. */
  make(source: ExportSource, wish: ExportWish): Promise<Blob>;
  /**
   * Pays for the picture (once: again is free) and saves the file.
   * @param ready the file, when it was made before
   */
  save(
    source: ExportSource,
    wish: ExportWish,
    ready: Blob | null,
  ): Promise<'saved' | 'out-of-downloads' | 'failed'>;
}

/** What a file is called that has no other name; the specification's, without its extension. */
const DEFAULT_STEM = 'AI Image';

export function createExporter(context: StudioContext): Exporter {
  const { services, store } = context;

  const make = async (source: ExportSource, { settings, altText }: ExportWish): Promise<Blob> => {
    const frame = exportFrame(source.picture, source.product, settings);
    const ground = groundOf(settings);
    const metadata = { altText, digitalSourceType: source.sourceType };
    if (settings.format === 'psd') {
      const { layers, release } = await source.layers();
      try {
        return await services.writePsd({ layers, frame, ground, metadata });
      } finally {
        release();
      }
    }
    const { picture, file } = source;
    const { quality, format } = settings;
    const { mimeType } = FORMATS[format];
    return services.encodeExport({ picture, file, frame, ground, mimeType, quality, metadata });
  };

  return {
    source: () => exportSource(context),
    make,
    save: async (source, wish, ready) => {
      if (store.getState().saving !== null) return 'failed';
      store.setState({ saving: 'export' });
      try {
        await payForDownload(context, source.documentId, source.paidFor);
        const file = ready ?? (await make(source, wish));
        await shareOrSave(services, file, exportFileName(wish.stem, wish.settings.format, DEFAULT_STEM));
        services.notify('success', OWN_MESSAGES.imageDownloaded);
        return 'saved';
      } catch (error) {
        if (error instanceof OutOfDownloadCreditsError) return 'out-of-downloads';
        if (!isAbort(error)) services.notify('error', exportSentence(error));
        return 'failed';
      } finally {
        store.setState({ saving: null });
        void services.refreshBalances();
      }
    },
  };
}

const exportSentence = (error: unknown): string =>
  error instanceof UnwritableFormatError ? OWN_MESSAGES.formatNotWritable : sentenceFor(error);
