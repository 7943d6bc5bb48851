import { t } from '@packshot/contract/text/translation';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { CSSProperties, RefObject } from 'react';
import { currentCorrection, hasOpenCorrection } from '../../model/document.ts';
import type { RefineLook } from '../../model/document.ts';
import { findSource } from '../../model/results.ts';
import type { Result } from '../../model/results.ts';
import { CorrectedPreview } from './corrected-preview.ts';
import { NO_CORRECTION } from '../../model/corrections.ts';
import { PreviewCanvas } from './preview-canvas.ts';
import { Hand } from './hand.ts';
import { readPictureFile } from './load-pixels.ts';
import { gridInView, isSameGrid, wholeGrid } from './preview-grid.ts';
import type { PreviewGrid } from './preview-grid.ts';
import type { StagePicture } from '../../model/picture.ts';
import { bestRendition } from '../../state/studio-state.ts';
import type { StudioState } from '../../state/studio-state.ts';
import { useCurrentResult, useIsDrawing, useStudio, useStudioState } from '../../state/use-studio.ts';
import { useView } from '../../stage/use-view.ts';
import { BrushRing, moveRing } from '../../stage/brush-ring.tsx';
import { BackgroundPainter } from './background-painter.ts';
import { PartsLayer } from './parts/parts-layer.tsx';
import { createPartsPainter } from './parts/parts-painter.ts';
import { SearchLayer } from './search/search-layer.tsx';
import { createSearchPainter } from './search/search-painter.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { createRefinePainter } from './refine-painter.ts';
import { BackdropLayer, FILL, TRANSPARENT } from '../../stage/stage-layers.tsx';
import { useSettled } from '../../stage/use-settled.ts';
import type { Painter } from '../../state/painter.ts';
import type { ImageSize } from '../../model/view-transform.ts';

interface RefineLayersProps {
  readonly painterRef: RefObject<Painter | null>;
}

/**
 * Cut-out on the stage while the user corrects it. The pictures stay in the DOM; once there are strokes, a canvas
 * above the pictures shows the corrected cut-out.
 */
export function RefineLayers({ painterRef }: RefineLayersProps) {
  const result = useCurrentResult();
  const cutOut = useStudioState((state) => (result ? bestRendition(state, result.id) : null));
  const photo = useStudioState((state) =>
    state.document && result ? bestRendition(state, findSource(state.document, result.id)) : null,
  );
  const ringRef = useRef<HTMLDivElement>(null);
  const hasBrush = useStudioState((state) => state.refineHand === 'brush');
  const { image, transform } = useView((state) => state);
  if (!result || !cutOut || !photo || !image || !transform) return null;
  const { offset, scale } = transform;
  return (
    <>
      <div
        className="pointer-events-none absolute top-0 left-0 will-change-transform"
        data-testid="refine"
        style={{
          width: image.widthPx * scale,
          height: image.heightPx * scale,
          transform: `translate(${offset.x}px, ${offset.y}px)`,
        }}
      >
        <Layers
          key={result.id}
          painterRef={painterRef}
          ringRef={ringRef}
          result={result}
          cutOut={cutOut}
          photo={photo}
        />
      </div>
      {hasBrush && <BrushRing ringRef={ringRef} isAlways />}
    </>
  );
}

interface LayersProps extends RefineLayersProps {
  readonly ringRef: RefObject<HTMLDivElement | null>;
  readonly result: Result;
  readonly cutOut: StagePicture;
  readonly photo: StagePicture;
}

function Layers({ painterRef, ringRef, result, cutOut, photo }: LayersProps) {
  const look = useStudioState((state) => state.document?.view.refineLook ?? 'cut-out');
  const backdrop = useStudioState((state) => state.document?.view.backdrop ?? TRANSPARENT);
  const hasStrokes = useStudioState(({ document }) => document !== null && hasOpenCorrection(document));
  const pictures = useMemo(
    () => Promise.all([readPictureFile(photo), readPictureFile(cutOut)]),
    [photo, cutOut],
  );
  const [stroking] = useState(() => new Hand());
  const [backgroundPainter] = useState(() => new BackgroundPainter());
  const isDrawing = useIsDrawing();
  const studio = useStudio();
  const hand = useStudioState((state) => state.refineHand);
  useEffect(() => {
    if (!isDrawing) return;
    painterRef.current = createPainter(studio, hand, result) ?? backgroundPainter;
    return () => {
      painterRef.current = null;
    };
  }, [painterRef, backgroundPainter, isDrawing, hand, studio, result]);
  const [isStroking, setIsStroking] = useState(false);
  const targetGrid = useSettledGrid(result, isStroking);
  /** Grid whose pixels are loaded; its canvas stays visible while the pixels of another grid load. */
  const [readyGrid, setReadyGrid] = useState<PreviewGrid | null>(null);
  const [isDrawn, setIsDrawn] = useState(false);
  const begin = useCallback(() => {
    stroking.begin();
    setIsStroking(true);
    setIsDrawn(true);
  }, [stroking]);
  const rest = useCallback(() => {
    stroking.rest();
    setIsStroking(false);
  }, [stroking]);
  const grids =
    readyGrid === null || isSameGrid(readyGrid, targetGrid) ? [targetGrid] : [readyGrid, targetGrid];
  // Without strokes, shows the pictures themselves, which are sharper than a canvas.
  const isCanvasSeen = readyGrid !== null && (isDrawn || hasStrokes || needsCanvas(look));
  const { around } = getGridStyle(readyGrid ?? targetGrid, result);
  return (
    <>
      {look === 'alpha' ? (
        <div className="absolute inset-0 bg-black ring-1 ring-line" />
      ) : (
        <BackdropLayer backdrop={look === 'cut-out' ? backdrop : TRANSPARENT} />
      )}
      {(look === 'red' || look === 'ghost') && (
        <img
          src={photo.url}
          alt=""
          draggable={false}
          className={`${FILL} ${look === 'ghost' ? 'opacity-30' : ''}`}
        />
      )}
      {!needsCanvas(look) && (!isCanvasSeen || around !== null) && (
        <img
          src={cutOut.url}
          alt={isCanvasSeen ? '' : t('Cut-out')}
          draggable={false}
          className={FILL}
          style={isCanvasSeen && around !== null ? { clipPath: around } : {}}
        />
      )}
      {grids.map((grid) => (
        <CorrectionCanvas
          key={JSON.stringify(grid)}
          backgroundPainter={backgroundPainter}
          ringRef={ringRef}
          result={result}
          pictures={pictures}
          grid={grid}
          isShown={grid === readyGrid}
          isSeen={isCanvasSeen && grid === readyGrid}
          hand={stroking}
          onReady={setReadyGrid}
          onBegin={begin}
          onRest={rest}
        />
      ))}
      {isDrawing && hand === 'parts' && <PartsLayer result={result} />}
      {(hand === 'box' || hand === 'line') && <SearchLayer result={result} kind={hand} isOpen={isDrawing} />}
    </>
  );
}

/** Painter for the selected correction mode; null for the brush, which needs loaded pixels first. */
function createPainter(
  studio: StudioContext,
  hand: StudioState['refineHand'],
  result: Result,
): Painter | null {
  switch (hand) {
    case 'brush':
      return null;
    case 'parts':
      return createPartsPainter(studio);
    case 'box':
    case 'line':
      return createSearchPainter(studio, hand, result);
  }
}

interface CorrectionCanvasProps extends Pick<LayersProps, 'ringRef' | 'result'> {
  readonly backgroundPainter: BackgroundPainter;
  readonly pictures: Promise<[Blob, Blob]>;
  readonly hand: Hand;
  readonly grid: PreviewGrid;
  /** Whether new strokes are drawn on this canvas. */
  readonly isShown: boolean;
  readonly isSeen: boolean;
  readonly onReady: (grid: PreviewGrid) => void;
  readonly onBegin: () => void;
  readonly onRest: () => void;
}

function CorrectionCanvas(props: CorrectionCanvasProps) {
  const studio = useStudio();
  const { backgroundPainter, ringRef, result, pictures, hand, grid, isShown, isSeen } = props;
  const { onReady, onBegin, onRest } = props;
  const look = useStudioState((state) => state.document?.view.refineLook ?? 'cut-out');
  const strokes = useStudioState(
    ({ document }) => ((document && currentCorrection(document)) ?? NO_CORRECTION).strokes,
  );
  const edges = useStudioState((state) => state.document?.edits.settings.edges ?? 'picture');
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const preview = usePreview(canvasRef, grid, result, pictures, hand);
  useEffect(() => {
    preview?.setLook(look);
  }, [preview, look]);
  useEffect(() => {
    preview?.setStrokes(strokes, edges);
  }, [preview, strokes, edges]);
  useEffect(() => {
    if (!preview) return;
    let isGone = false;
    // Waits for the end of a stroke, which has to finish on the canvas where it started.
    void hand.atRest().then(() => !isGone && onReady(grid));
    return () => {
      isGone = true;
    };
  }, [preview, hand, grid, onReady]);
  useEffect(() => {
    if (!preview || !isShown) return;
    const painter = createRefinePainter(studio, preview, result, {
      begin: onBegin,
      rest: onRest,
      hover: (point) => moveRing(ringRef.current, point),
    });
    backgroundPainter.handTo(painter);
    return () => backgroundPainter.handTo(null);
  }, [studio, backgroundPainter, ringRef, preview, isShown, result, onBegin, onRest]);
  return (
    <canvas
      ref={canvasRef}
      width={grid.widthPx}
      height={grid.heightPx}
      role="img"
      aria-label={t('Cut-out')}
      aria-hidden={!isSeen}
      className={isSeen ? 'absolute' : 'invisible absolute'}
      style={getGridStyle(grid, result).share}
    />
  );
}

/** Views that need the cut-out's alpha, which no loaded picture shows. */
const needsCanvas = (look: RefineLook): boolean => look === 'red' || look === 'alpha';

function useSettledGrid({ widthPx, heightPx }: Result, isStroking: boolean): PreviewGrid {
  const transform = useSettled(
    useView((state) => state.transform),
    isStroking,
  );
  const viewport = useView((state) => state.viewport);
  const next = useMemo(() => {
    const image = { widthPx, heightPx };
    return transform && viewport ? gridInView(image, transform, viewport) : wholeGrid(image);
  }, [transform, viewport, widthPx, heightPx]);
  const [grid, setGrid] = useState(next);
  // Keeps the grid object if the area is the same, to avoid loading the pixels again.
  if (!isSameGrid(grid, next)) setGrid(next);
  return grid;
}

/**
 * CSS position of a grid on its picture, and a clip path for the area around the grid; null if the grid covers the
 * whole picture.
 */
function getGridStyle(
  grid: PreviewGrid,
  image: ImageSize,
): { readonly share: CSSProperties; readonly around: string | null } {
  const left = (100 * grid.leftPx) / image.widthPx;
  const top = (100 * grid.topPx) / image.heightPx;
  const width = (100 * grid.widthPx) / grid.scale / image.widthPx;
  const height = (100 * grid.heightPx) / grid.scale / image.heightPx;
  const share = { left: `${left}%`, top: `${top}%`, width: `${width}%`, height: `${height}%` };
  if (width > 99.9 && height > 99.9) return { share, around: null };
  const [right, bottom] = [left + width, top + height];
  const corners = [
    [left, top],
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ].map(([x, y]) => `${x}% ${y}%`);
  return {
    share,
    around: `polygon(evenodd, 0 0, 100% 0, 100% 100%, 0 100%, 0 0, ${corners.join(', ')})`,
  };
}

/** Preview of the correction; null until the photo's and cut-out's pixels are loaded, anew for each grid. */
function usePreview(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  grid: PreviewGrid,
  { widthPx }: Result,
  pictures: Promise<[Blob, Blob]>,
  hand: Hand,
): PreviewCanvas | null {
  const { services } = useStudio();
  const [preview, setPreview] = useState<PreviewCanvas | null>(null);
  useEffect(() => {
    let isGone = false;
    let previewCanvas: PreviewCanvas | null = null;
    const load = async (): Promise<void> => {
      const [photo, cutOut] = await pictures;
      const pixels = (picture: Blob) => services.pixelsOn(grid, picture, widthPx);
      const [photoPixels, cutOutPixels] = await Promise.all([pixels(photo), pixels(cutOut)]);
      await hand.atRest();
      const canvas = canvasRef.current;
      if (isGone || !canvas) return;
      previewCanvas = new PreviewCanvas(canvas, new CorrectedPreview(grid, photoPixels, cutOutPixels));
      setPreview(previewCanvas);
    };
    load().catch((error: unknown) => console.warn('The cut-out cannot be corrected here.', error));
    return () => {
      isGone = true;
      previewCanvas?.dispose();
      setPreview(null);
    };
  }, [services, canvasRef, grid, widthPx, pictures, hand]);
  return preview;
}
