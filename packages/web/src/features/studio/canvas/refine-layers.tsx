import { useEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { currentCorrection } from '../document/document.ts';
import type { RefineLook } from '../document/document.ts';
import { sourceOf } from '../document/results.ts';
import type { Result } from '../document/results.ts';
import { displayGrid } from '../magic/rasterise.ts';
import { CorrectedPreview } from '../refine/corrected-preview.ts';
import { NO_CORRECTION } from '../refine/corrections.ts';
import { PreviewCanvas } from '../refine/preview-canvas.ts';
import { loadPixels } from '../refine/load-pixels.ts';
import type { Picture } from '../photo/decode.ts';
import { bestOf } from '../studio-state.ts';
import { theStudio } from '../studio.ts';
import { useCurrentResult, useIsDrawing, useStudio, useView } from '../use-studio.ts';
import { BrushRing, moveRing } from './brush-ring.tsx';
import { createRefinePainter } from './refine-painter.ts';
import { BackdropLayer, FILL, TRANSPARENT } from './stage-layers.tsx';
import type { Painter } from './use-gestures.ts';

interface RefineLayersProps {
  readonly painterRef: RefObject<Painter | null>;
}

/**
 * The cut-out on the stage while it is corrected by hand. The pictures stay in the DOM; one canvas holds what the
 * strokes make of them, and is seen as soon as there are any.
 */
export function RefineLayers({ painterRef }: RefineLayersProps) {
  const result = useCurrentResult();
  const cutOut = useStudio((state) => (result ? bestOf(state, result.id) : null));
  const photo = useStudio((state) =>
    state.document && result ? bestOf(state, sourceOf(state.document, result.id)) : null,
  );
  const ringRef = useRef<HTMLDivElement>(null);
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
      <BrushRing ringRef={ringRef} />
    </>
  );
}

interface LayersProps extends RefineLayersProps {
  readonly ringRef: RefObject<HTMLDivElement | null>;
  readonly result: Result;
  readonly cutOut: Picture;
  readonly photo: Picture;
}

function Layers({ painterRef, ringRef, result, cutOut, photo }: LayersProps) {
  const look = useStudio((state) => state.document?.view.refineLook ?? 'cut-out');
  const backdrop = useStudio((state) => state.document?.view.backdrop ?? TRANSPARENT);
  const strokes = useStudio(
    ({ document }) => ((document && currentCorrection(document)) ?? NO_CORRECTION).strokes,
  );
  const edges = useStudio((state) => state.document?.edits.settings.edges ?? 'picture');
  const isDrawing = useIsDrawing();
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const preview = usePreview(canvasRef, result, cutOut, photo);
  const [isDrawn, setIsDrawn] = useState(false);

  useEffect(() => {
    preview?.setLook(look);
  }, [preview, look]);
  useEffect(() => {
    preview?.setStrokes(strokes, edges);
  }, [preview, strokes, edges]);
  useEffect(() => {
    if (!preview || !isDrawing) return;
    painterRef.current = createRefinePainter(theStudio(), preview, result, {
      begin: () => setIsDrawn(true),
      hover: (point) => moveRing(ringRef.current, point),
    });
    return () => {
      painterRef.current = null;
    };
  }, [painterRef, ringRef, preview, isDrawing, result]);

  // Without strokes the pictures themselves are sharper than any canvas on the screen.
  const isCanvasSeen = preview !== null && (isDrawn || strokes.length > 0 || needsCanvas(look));
  const grid = displayGrid(result);
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
      {!isCanvasSeen && look !== 'red' && (
        <img src={cutOut.url} alt="Cut-out" draggable={false} className={FILL} />
      )}
      <canvas
        ref={canvasRef}
        width={grid.widthPx}
        height={grid.heightPx}
        role="img"
        aria-label="Cut-out"
        aria-hidden={!isCanvasSeen}
        className={isCanvasSeen ? 'absolute inset-0 size-full' : 'invisible absolute inset-0 size-full'}
      />
    </>
  );
}

/** These looks are made of the cut-out's alpha, which no picture shows. */
const needsCanvas = (look: RefineLook): boolean => look === 'red' || look === 'alpha';

/** Null until both pictures are read; they are read once for each cut-out. */
function usePreview(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  result: Result,
  cutOut: Picture,
  photo: Picture,
): PreviewCanvas | null {
  const [preview, setPreview] = useState<PreviewCanvas | null>(null);
  const { widthPx, heightPx } = result;
  useEffect(() => {
    let isGone = false;
    let made: PreviewCanvas | null = null;
    const grid = displayGrid({ widthPx, heightPx });
    const load = async (): Promise<void> => {
      const [photoPixels, cutOutPixels] = [await loadPixels(photo, grid), await loadPixels(cutOut, grid)];
      const canvas = canvasRef.current;
      if (isGone || !canvas) return;
      made = new PreviewCanvas(canvas, new CorrectedPreview(grid, photoPixels, cutOutPixels));
      setPreview(made);
    };
    load().catch((error: unknown) => console.warn('The cut-out cannot be corrected here.', error));
    return () => {
      isGone = true;
      made?.dispose();
      setPreview(null);
    };
  }, [canvasRef, widthPx, heightPx, cutOut, photo]);
  return preview;
}
