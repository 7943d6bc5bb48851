/** Makes a file of the picture on the stage as it is asked for, and takes it away for one download. */
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import type { StatedMetadata } from '@packshot/contract/tools/export';
import { ApiError } from '../../../lib/api/api-error.ts';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { createMadeHereFiler } from '../history/filing.ts';
import {
  notifySaved,
  OutOfDownloadCreditsError,
  payForDownload,
  sentenceNotSaved,
  shareOrSave,
} from './save-result.ts';
import { drawnAs, signAndPay } from '../run/sign-file.ts';
import type { FileToSign } from '../run/sign-file.ts';
import { onGround } from '../run/drawn-from.ts';
import { completeResult } from '../documents/show-result.ts';
import type { StudioServices } from '../state/services.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { UnwritableFormatError } from './unwritable-format.ts';
import { exportFrame, frameMatrix, isUnchanged, refusalOf } from './export-frame.ts';
import { exportFileName, FORMATS, groundOf } from '../model/export-settings.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import { exportSource, unattended } from './export-source.ts';
import type { ExportSource } from './export-source.ts';

/** What is asked for, beside the picture. */
export interface ExportRequest {
  readonly settings: ExportSettings;
  /** Name without an extension. */
  readonly stem: string;
  readonly altText: string;
}

export type Exporter = ReturnType<typeof createExporter>;

/** What a file is called that has no other name, without its extension. */
const DEFAULT_STEM = 'AI Image';

export function createExporter(context: StudioContext) {
  const fileMadeHere = context.get(createMadeHereFiler);
  const { services, store } = context;

  const make = async (source: ExportSource, { settings, altText }: ExportRequest): Promise<Blob> => {
    const frame = exportFrame(source.picture, source.product, settings);
    const ground = groundOf(settings);
    const metadata = { altText, digitalSourceType: source.sourceType };
    if (settings.format === 'psd') {
      const { layers, release } = await source.layers();
      try {
        return await services.writePsd({ layers, frame, ground, metadata, file: source.file });
      } finally {
        release();
      }
    }
    const { picture, file, isTransparent } = source;
    const { quality, format } = settings;
    if (format === 'avif') return makeAvif(services, source, settings, metadata);
    const { mimeType } = FORMATS[format];
    return services.encodeExport({
      picture,
      file,
      frame,
      ground,
      isTransparent,
      mimeType,
      quality,
      metadata,
    });
  };

  /** Nothing is spent on a file that was drawn wrongly: only pictures of the server's own are paid for before they are written. */
  const makeAndPay = async (
    source: ExportSource,
    request: ExportRequest,
    pay: () => Promise<void>,
  ): Promise<Blob> => {
    const isPaidFirst = request.settings.format === 'psd' || isStored(source, request.settings);
    if (isPaidFirst) await pay();
    try {
      const file = await make(source, request);
      if (!isPaidFirst) await pay();
      return file;
    } catch (error) {
      if (isPaidFirst || !(error instanceof ApiError && error.code === 'DOWNLOAD_NEEDED')) throw error;
      await pay();
      return make(source, request);
    }
  };

  return {
    source: (): Promise<ExportSource | null> => exportSource(context),
    /** The file, as it will be. */
    make,
    /**
     * Makes the file, pays for the picture (once: again is free) and saves it.
     * @param ready the file, when it was made before
     */
    save: async (
      source: ExportSource,
      request: ExportRequest,
      ready: Blob | null,
    ): Promise<'saved' | 'out-of-downloads' | 'failed'> => {
      if (store.getState().saving !== null) return 'failed';
      const refusal = refusalOf(
        exportFrame(source.picture, source.product, request.settings),
        request.settings,
      );
      if (refusal !== null) {
        services.notify('error', refusal);
        return 'failed';
      }
      store.setState({ saving: 'export' });
      let isPaid = false;
      try {
        const pay = async (): Promise<void> => {
          await payForDownload(context, source.documentId, source.payer);
          isPaid = source.payer !== null;
        };
        const signed = isWrittenByServer(source, request.settings)
          ? { file: await makeAndPay(source, request, pay), isMissed: false }
          : await signAndPay(
              services,
              signingOf(source, request, ready ?? (await make(source, request))),
              pay,
            );
        await shareOrSave(
          services,
          signed.file,
          exportFileName(request.stem, request.settings.format, DEFAULT_STEM),
        );
        notifySaved(services, signed);
        if (source.madeHere) void fileMadeHere(source.madeHere, source.file);
        return 'saved';
      } catch (error) {
        if (error instanceof OutOfDownloadCreditsError) return 'out-of-downloads';
        const sentence =
          error instanceof UnwritableFormatError
            ? OWN_MESSAGES.formatNotWritable
            : sentenceNotSaved(error, isPaid);
        if (sentence === null) return 'failed';
        console.warn('The file was not made or saved.', error);
        services.notify('error', sentence);
        return 'failed';
      } finally {
        store.setState({ saving: null });
        void services.refreshBalances();
      }
    },
  };
}

/** File that the server signs. A Photoshop file isn't signed. */
function signingOf(source: ExportSource, { settings, altText }: ExportRequest, file: Blob): FileToSign {
  const { format } = settings;
  const frame = exportFrame(source.picture, source.product, settings);
  const ground = groundOf(settings);
  return {
    file,
    drawn: format === 'psd' ? null : onGround(source.drawn, ground, frameMatrix(frame)),
    storedKey: format === 'png' && isStored(source, settings) ? source.storedKey : null,
    metadata: { altText, digitalSourceType: source.sourceType },
  };
}

/** The server has the very picture that is to be in the file. */
const isStored = ({ storedKey, picture, product }: ExportSource, settings: ExportSettings): boolean =>
  storedKey !== null &&
  groundOf(settings) === null &&
  isUnchanged(exportFrame(picture, product, settings), picture);

/** AVIF, and the layers of a studio set. */
const isWrittenByServer = (source: ExportSource, { format }: ExportSettings): boolean =>
  format === 'avif' || (format === 'psd' && source.areLayersOnServer);

/**
 * The picture is laid into its frame here, as for every other format, and written by the server. A result as it is goes by its
 * key; what was changed is uploaded first.
 */
async function makeAvif(
  services: StudioServices,
  source: ExportSource,
  settings: ExportSettings,
  metadata: StatedMetadata,
): Promise<Blob> {
  const { picture, file, storedKey, isTransparent } = source;
  const frame = exportFrame(picture, source.product, settings);
  const ground = groundOf(settings);
  const call = unattended(services);
  const sentKey = isStored(source, settings) ? storedKey : null;
  const imageKey =
    sentKey ?? (await services.upload(await drawn(), { ...call, onProgress: () => undefined }));
  const shown = sentKey === null ? onGround(source.drawn, ground, frameMatrix(frame)) : null;
  const input = {
    imageKey,
    quality: avifQuality(settings.quality),
    metadata,
    ...(shown && (await drawnAs(services, shown))),
  };
  const [task] = await services.startTask({ tool: 'export', input }, call);
  const complete = completeResult(task?.result);
  if (!complete) throw new Error('The server wrote no file.');
  return services.fetchBlob(complete.imageUrl);

  async function drawn(): Promise<Blob> {
    const order = { picture, file, frame, ground, isTransparent, metadata };
    const png = await services.encodeExport({ ...order, mimeType: FORMATS.png.mimeType, quality: 100 });
    if (png.size <= UPLOAD_MAX_BYTES) return png;
    return services.encodeExport({ ...order, mimeType: FORMATS.webp.mimeType, quality: NEARLY_ALL });
  }
}

/** AVIF counts otherwise: at seven tenths of the number it looks as JPEG and WebP do. */
const avifQuality = (quality: number): number => Math.max(1, Math.round(quality * 0.7));

/** Of WebP: for pictures whose PNG is larger than an upload may be. */
const NEARLY_ALL = 98;
