/** Makes the requested files of the picture on the stage, charges for them and downloads them. */
import { t } from '@packshot/contract/text/translation';
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import type { StatedMetadata } from '@packshot/contract/tools/export';
import { ApiError } from '../../../lib/api/api-error.ts';
import { OWN_MESSAGES } from '@packshot/contract/messages';
import { createMadeHereFiler } from '../history/filing.ts';
import {
  notifySaved,
  OutOfDownloadCreditsError,
  payForDownloads,
  sentenceNotSaved,
  shareOrSave,
} from './save-result.ts';
import { drawnAs, signAllAndPay, signAndPay } from '../run/sign-file.ts';
import type { ExportToSign } from '../run/sign-file.ts';
import { withBackground } from '../run/drawn-from.ts';
import { completeResult } from '../documents/show-result.ts';
import type { StudioServices } from '../state/services.ts';
import type { StudioContext } from '../state/studio-context.ts';
import { UnwritableFormatError } from './unwritable-format.ts';
import { exportFrame, frameMatrix, isUnchanged, getRefusal } from './export-frame.ts';
import { exportFileName, FORMATS, getBackground } from '../model/export-settings.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import { exportSource, unattendedCall } from './export-source.ts';
import type { ExportSource } from './export-source.ts';

export interface ExportRequest {
  readonly settings: ExportSettings;
  readonly stem: string;
  readonly altText: string;
}

export type Exporter = ReturnType<typeof createExporter>;

/** Default file name, without the extension. */
const DEFAULT_STEM = t('AI Image');

export const requestedName = ({ stem, settings }: Pick<ExportRequest, 'stem' | 'settings'>): string =>
  exportFileName(stem, settings.format, DEFAULT_STEM);

type SaveOutcome = 'saved' | 'out-of-downloads' | 'failed';

/** File to make for a ZIP. */
export interface ZipOrder {
  /** Name of the file in the ZIP, with its folder. */
  readonly path: string;
  readonly source: ExportSource;
  readonly request: ExportRequest;
}

interface ZipFile {
  readonly name: string;
  readonly input: Blob;
}

export function createExporter(context: StudioContext) {
  const fileMadeHere = context.get(createMadeHereFiler);
  const { services, store } = context;

  const make = async (source: ExportSource, { settings, altText }: ExportRequest): Promise<Blob> => {
    const frame = exportFrame(source, settings);
    const ground = getBackground(settings);
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

  /**
   * Makes the file before charging for it, so that failed renderings cost nothing. In three cases it charges first: for
   * a PSD, for a picture that the server stores unchanged, and if the server refuses to make the file before payment.
   */
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

  /** Makes and saves files of the open document while no other file is being saved. */
  const saveFile = async (
    sources: readonly ExportSource[],
    saveFiles: (pay: () => Promise<void>) => Promise<void>,
  ): Promise<SaveOutcome> => {
    const [first] = sources;
    if (!first || store.getState().saveFile !== null) return 'failed';
    store.setState({ saveFile: 'export' });
    const payers = sources.map(({ payer }) => payer);
    let isPaid = false;
    try {
      await saveFiles(() =>
        payForDownloads(context, first.documentId, payers, () => {
          isPaid = true;
        }),
      );
      for (const { madeHere, file } of new Set(sources)) if (madeHere) void fileMadeHere(madeHere, file);
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
      store.setState({ saveFile: null });
      void services.refreshBalances();
    }
  };

  return {
    source: (): Promise<ExportSource | null> => exportSource(context),
    /** Makes the file without signing it or charging for it. */
    make,
    /**
     * Makes and saves the file, and charges for the picture; downloading the same picture again is free.
     * @param ready file from an earlier call, if any
     */
    save: async (source: ExportSource, request: ExportRequest, ready: Blob | null): Promise<SaveOutcome> => {
      const refusal = getRefusal(exportFrame(source, request.settings), request.settings);
      if (refusal !== null) {
        services.notify('error', refusal);
        return 'failed';
      }
      return saveFile([source], async (pay) => {
        const signed = isWrittenByServer(source, request.settings)
          ? { file: await makeAndPay(source, request, pay), isMissed: false }
          : await signAndPay(
              services,
              toFileToSign(source, request, ready ?? (await make(source, request))),
              pay,
            );
        await shareOrSave(services, signed.file, requestedName(request));
        notifySaved(services, signed);
      });
    },
    /**
     * Makes files and saves them as a ZIP. Charges for each picture once, whatever number of its files; for all or
     * none of them.
     * @param more files that are saved as they are
     */
    saveZip: (orders: readonly ZipOrder[], more: readonly ZipFile[], name: string): Promise<SaveOutcome> =>
      saveFile(
        orders.map(({ source }) => source),
        async (pay) => {
          const filesToSign: ExportToSign[] = [];
          for (const { source, request } of orders)
            filesToSign.push(toFileToSign(source, request, await make(source, request)));
          const signed = await signAllAndPay(services, filesToSign, pay);
          const files = signed.map(({ file }, place) => ({ name: orders[place]?.path ?? '', input: file }));
          await shareOrSave(services, await services.zip(iterate([...files, ...more])), name);
          if (signed.some(({ isMissed }) => isMissed)) services.notify('warning', OWN_MESSAGES.zipUnsigned);
          else services.notify('success', OWN_MESSAGES.zipDownloaded);
        },
      ),
  };
}

async function* iterate(files: readonly ZipFile[]): AsyncGenerator<ZipFile> {
  yield* files;
}

/** Data of the file that the server will sign. A Photoshop file isn't signed. */
function toFileToSign(source: ExportSource, { settings, altText }: ExportRequest, file: Blob): ExportToSign {
  const { format } = settings;
  const frame = exportFrame(source, settings);
  const ground = getBackground(settings);
  return {
    file,
    drawn: format === 'psd' ? null : withBackground(source.drawn, ground, frameMatrix(frame)),
    storedKey: format === 'png' && isStored(source, settings) ? source.storedKey : null,
    metadata: { altText, digitalSourceType: source.sourceType },
  };
}

/** Whether the server stores the picture, and the settings don't change it. */
const isStored = (source: ExportSource, settings: ExportSettings): boolean =>
  source.storedKey !== null &&
  getBackground(settings) === null &&
  isUnchanged(exportFrame(source, settings), source.picture);

/** Whether the server writes the file: an AVIF, or a PSD with the layers of a studio set. */
const isWrittenByServer = (source: ExportSource, { format }: ExportSettings): boolean =>
  format === 'avif' || (format === 'psd' && source.areLayersOnServer);

/**
 * Makes an AVIF: the browser draws the frame as for every format, and the server encodes it. The request refers to an
 * unchanged result by its storage key; the browser uploads a changed one first.
 */
async function makeAvif(
  services: StudioServices,
  source: ExportSource,
  settings: ExportSettings,
  metadata: StatedMetadata,
): Promise<Blob> {
  const { picture, file, storedKey, isTransparent } = source;
  const frame = exportFrame(source, settings);
  const ground = getBackground(settings);
  const call = unattendedCall(services);
  const sentKey = isStored(source, settings) ? storedKey : null;
  const imageKey =
    sentKey ?? (await services.upload(await encodeForUpload(), { ...call, onProgress: () => undefined }));
  const drawing = sentKey === null ? withBackground(source.drawn, ground, frameMatrix(frame)) : null;
  const input = {
    imageKey,
    quality: avifQuality(settings.quality),
    metadata,
    ...(drawing && (await drawnAs(services, drawing))),
  };
  const [task] = await services.startTask({ tool: 'export', input }, call);
  const complete = completeResult(task?.result);
  if (!complete) throw new Error('The server wrote no file.');
  return services.fetchBlob(complete.imageUrl);

  async function encodeForUpload(): Promise<Blob> {
    const order = { picture, file, frame, ground, isTransparent, metadata };
    const png = await services.encodeExport({ ...order, mimeType: FORMATS.png.mimeType, quality: 100 });
    if (png.size <= UPLOAD_MAX_BYTES) return png;
    return services.encodeExport({ ...order, mimeType: FORMATS.webp.mimeType, quality: NEARLY_ALL });
  }
}

/** Converts the quality for AVIF, whose scale differs: AVIF quality 70 looks like JPEG or WebP quality 100. */
const avifQuality = (quality: number): number => Math.max(1, Math.round(quality * 0.7));

/** Quality of the WebP that is uploaded if a picture's PNG exceeds the upload limit. */
const NEARLY_ALL = 98;
