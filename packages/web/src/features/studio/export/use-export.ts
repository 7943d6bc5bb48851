import { encodeSurface, surface } from '../../../lib/canvas/surface.ts';
import type { ExportFormat } from '@packshot/contract/tools/export';
import { useEffect, useMemo, useState } from 'react';
import { exportFrame, getRefusal } from './export-frame.ts';
import { createSceneExtender, extendedFormat, isPoorlyFilled } from './extend-scene.ts';
import { FORMATS } from '../model/export-settings.ts';
import { chosenSize } from '../model/adjustment.ts';
import type { PixelSize } from '../model/size.ts';
import type { ExportSettings } from '../model/export-settings.ts';
import type { ExportSource } from './export-source.ts';
import type { ExportRequest } from './exporter.ts';
import { createExporter } from './exporter.ts';
import { useActions, useStudioState } from '../state/use-studio.ts';
import { opaqueFraming } from './shop-preset.ts';
import { createShopSources } from './shops/shop-sources.ts';

export type SourceState =
  | { readonly phase: 'reading' | 'nothing' | 'failed' }
  | { readonly phase: 'ready'; readonly source: ExportSource };

/** Captures the picture on the stage when the export dialog opens. */
export function useExportSource(release: (source: ExportSource) => void): SourceState {
  const exporter = useActions(createExporter);
  const [state, setState] = useState<SourceState>({ phase: 'reading' });
  useEffect(() => {
    let isGone = false;
    let read: ExportSource | null = null;
    const look = async (): Promise<void> => {
      try {
        read = await exporter.source();
        if (isGone) return read ? release(read) : undefined;
        setState(read ? { phase: 'ready', source: read } : { phase: 'nothing' });
      } catch (error) {
        console.warn('The picture to be exported could not be read.', error);
        if (!isGone) setState({ phase: 'failed' });
      }
    };
    void look();
    return () => {
      isGone = true;
      if (read) release(read);
    };
  }, [exporter, release]);
  return state;
}

export type ShownSource = ReturnType<typeof useShownSource>;

/** Picture to export: as it was when the dialog opened, without its background, or enlarged. */
export function useShownSource(whole: ExportSource, release: (source: ExportSource) => void) {
  const [other, setOther] = useState<{ source: ExportSource; isAlone: boolean } | null>(null);
  useEffect(
    () => () => {
      if (other) release(other.source);
    },
    [other, release],
  );
  return {
    source: other?.source ?? whole,
    /** Whether the product without its background is shown instead of the whole picture. */
    isAlone: other?.isAlone ?? false,
    /**
     * Switches to the product without its background.
     * @throws if its pixels can't be read
     */
    async showAlone(): Promise<ExportSource> {
      const product = (await whole.alone?.()) ?? null;
      if (product === null) throw new Error('Cut out the product first.');
      setOther({ source: product, isAlone: true });
      return product;
    },
    showWhole: (): void => setOther(null),
    /** Switches to an enlarged version of the current picture. */
    showEnlarged: (source: ExportSource, isAlone: boolean): void => setOther({ source, isAlone }),
  };
}

/** Time in milliseconds after the last change of the frame before a scene is made again for it. */
const FRAME_REST_MS = 400;

/** Picture with the settings with which it fills its file. */
interface FilledFile {
  readonly source: ExportSource;
  readonly settings: ExportSettings;
}

export interface FramedSource extends FilledFile {
  /** Whether the scene is being made for the frame. */
  readonly isBusy: boolean;
  /** Whether the scene was made for the frame. */
  readonly isExtended: boolean;
  /** Waits until the scene is made for the frame, if it can be; null if the source was closed meanwhile. */
  ready(): Promise<FilledFile | null>;
}

/**
 * Picture and settings with which a file is filled: a scene with too few pixels for the frame, or with bars beside it,
 * is made again in the frame's format. A picture with padding stays.
 */
export function useFramedSource(
  source: ExportSource,
  settings: ExportSettings,
  release: (source: ExportSource) => void,
): FramedSource {
  const extend = useActions(createSceneExtender);
  const sources = useMemo(() => createShopSources(source, extend, release), [source, extend, release]);
  useEffect(() => {
    sources.hold();
    return () => sources.release();
  }, [sources]);
  const frame = exportFrame(source, settings);
  // A string, because the selector must return equal values for equal states.
  const key = useStudioState(({ document }) => {
    if (!document || settings.padding > 0 || !isPoorlyFilled(source, frame)) return null;
    const extension = extendedFormat(document, source.pictureId, frame);
    return extension && JSON.stringify(chosenSize(extension.size));
  });
  const [made, setMade] = useState<{ of: ExportSource; key: string; source: ExportSource | null } | null>(
    null,
  );
  useEffect(() => {
    if (key === null) return undefined;
    let isOld = false;
    const make = async (): Promise<void> => {
      const extended = await sources.extended(JSON.parse(key) as PixelSize);
      if (!isOld) setMade({ of: source, key, source: extended });
    };
    const timer = setTimeout(() => void make(), FRAME_REST_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [sources, source, key]);
  const current = key !== null && made?.of === source && made.key === key ? made : null;
  const extended = current?.source ?? null;
  const fill = (picture: ExportSource | null): FilledFile =>
    picture
      ? { source: picture, settings: { ...settings, fit: opaqueFraming(picture, settings).fit } }
      : { source, settings };
  return {
    ...fill(extended),
    isBusy: key !== null && current === null,
    isExtended: extended !== null,
    ready: async () => {
      const picture = key === null ? null : await sources.extended(JSON.parse(key) as PixelSize);
      return sources.isReleased() ? null : fill(picture);
    },
  };
}

export interface ExportPreview {
  /** File that would be saved, before signing; null while it is being made, or if it is made only on saving. */
  readonly file: Blob | null;
  /** Address of the preview image, or null before the first preview. */
  readonly url: string | null;
  readonly isBusy: boolean;
  readonly hasFailed: boolean;
  readonly refusal: string | null;
  readonly sizeBytes: number | null;
  /** Accuracy of `sizeBytes`. */
  readonly sizeWords: 'exactly' | 'about' | 'at most';
}

/** Delay in milliseconds after the last change; the changes of a moving slider follow each other faster. */
const REST_MS = 200;
/** Size of an AVIF relative to a WebP of equal quality. Measured 0.35 to 0.85 on our scenes, photos and cut-outs. */
const AVIF_TO_WEBP = 0.6;

const LOOKS_LIKE: Partial<Record<ExportFormat, ExportFormat>> = { psd: 'png', avif: 'webp' };

/** Renders the file again after each change of the settings that affects it. */
export function useExportPreview(source: ExportSource, request: ExportRequest): ExportPreview {
  const exporter = useActions(createExporter);
  const { settings, altText } = request;
  const [preview, setPreview] = useState<{
    of: ExportSource;
    key: string;
    file: Blob;
    url: string;
  } | null>(null);
  const [failedKey, setFailedKey] = useState<string | null>(null);
  // PSD and AVIF are made only when the user saves; their preview uses another format.
  const seenAs = LOOKS_LIKE[settings.format] ?? settings.format;
  const isOnDemand = seenAs !== settings.format;
  const previewSettings: ExportSettings = { ...settings, format: seenAs };
  const key = JSON.stringify([previewSettings, altText]);
  useEffect(() => {
    let isOld = false;
    const make = async (): Promise<void> => {
      try {
        const [look, text] = JSON.parse(key) as [ExportSettings, string];
        const file = await exporter.make(source, { settings: look, altText: text, stem: '' });
        if (isOld) return;
        setPreview({ of: source, key, file, url: URL.createObjectURL(file) });
      } catch (error) {
        console.warn('No file could be made.', error);
        if (!isOld) setFailedKey(key);
      }
    };
    const timer = setTimeout(() => void make(), REST_MS);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [exporter, source, key]);
  useEffect(() => () => URL.revokeObjectURL(preview?.url ?? ''), [preview]);
  const isCurrent = preview?.of === source && preview.key === key;
  return {
    file: isCurrent && !isOnDemand ? preview.file : null,
    url: preview?.url ?? null,
    isBusy: !isCurrent && failedKey !== key,
    hasFailed: failedKey === key,
    refusal: getRefusal(exportFrame(source, settings), settings),
    ...describeSize(source, settings, isCurrent ? preview.file.size : null),
  };
}

function describeSize(
  source: ExportSource,
  settings: ExportSettings,
  shownBytes: number | null,
): Pick<ExportPreview, 'sizeBytes' | 'sizeWords'> {
  if (settings.format === 'psd') {
    const { widthPx, heightPx } = exportFrame(source, settings);
    const layers = source.layerNames.length + (settings.background === null ? 1 : 2);
    return { sizeBytes: widthPx * heightPx * 4 * layers, sizeWords: 'at most' };
  }
  if (settings.format === 'avif') {
    return { sizeBytes: shownBytes === null ? null : shownBytes * AVIF_TO_WEBP, sizeWords: 'about' };
  }
  // The size is approximate if the server signs the file: Content Credentials make it slightly larger.
  return { sizeBytes: shownBytes, sizeWords: source.drawn === null ? 'exactly' : 'about' };
}

/** Formats that this browser can't encode. Only WebP is tried, because Safari can't encode it. */
export function useUnwritable(): ReadonlySet<string> {
  const [unwritable, setUnwritable] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const look = async (): Promise<void> => {
      const { type } = await encodeSurface(surface(1, 1), FORMATS.webp.mimeType);
      if (type !== FORMATS.webp.mimeType) setUnwritable(new Set(['webp']));
    };
    look().catch((error: unknown) => console.warn('The formats could not be tried.', error));
  }, []);
  return unwritable;
}
