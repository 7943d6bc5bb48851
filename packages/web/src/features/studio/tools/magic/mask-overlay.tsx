import { useEffect, useMemo, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { currentMask } from '../../model/document.ts';
import { goesWith, removes } from './magic-work.ts';
import { seenGrid, FEATHER_SIGMAS, drawLine, drawMask, drawStroke, paintPart } from './rasterize.ts';
import type { MaskGrid } from './rasterize.ts';
import { brushWidthPx, EMPTY_MASK, isBlank, StrokeBuilder } from '../../model/strokes.ts';
import type { Stroke } from '../../model/strokes.ts';
import { createViewStore } from '../../stage/view-store.ts';
import { createBrushActions } from './brush-actions.ts';
import { bestRendition } from '../../state/studio-state.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { useStudio, useStudioState } from '../../state/use-studio.ts';
import { useView } from '../../stage/use-view.ts';
import { BrushRing, moveRing } from '../../stage/brush-ring.tsx';
import { useSettled } from '../../stage/use-settled.ts';
import type { Painter } from '../../state/painter.ts';
import { toImage } from '../../model/view-transform.ts';
import type { ImageSize, ScreenPoint, ViewTransform } from '../../model/view-transform.ts';
import type { PixelSize } from '../../model/size.ts';

interface MaskOverlayProps {
  readonly painterRef: RefObject<Painter | null>;
}

/**
 * Mask over the picture, with its painter. A stroke in progress is drawn only on the canvas, and stored in the
 * document when it ends, so that drawing stays fast.
 */
export function MaskOverlay({ painterRef }: MaskOverlayProps) {
  const { image, transform } = useView((state) => state);
  if (!image || !transform) return null;
  return <PlacedOverlay painterRef={painterRef} image={image} transform={transform} />;
}

interface PlacedOverlayProps extends MaskOverlayProps {
  readonly image: ImageSize;
  readonly transform: ViewTransform;
}

function PlacedOverlay({ painterRef, image, transform }: PlacedOverlayProps) {
  const studio = useStudio();
  const strokes = useStudioState(({ document }) => (document ? currentMask(document) : EMPTY_MASK).strokes);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const outlineRef = useRef<SVGPathElement>(null);
  const ringRef = useRef<HTMLDivElement>(null);
  const { widthPx, heightPx } = image;
  const [isStroking, setIsStroking] = useState(false);
  const density = useSettled(transform.scale * devicePixelRatio, isStroking);
  const grid = useMemo(() => seenGrid({ widthPx, heightPx }, density), [widthPx, heightPx, density]);

  useEffect(() => {
    const canvas = canvasRef.current;
    const outline = outlineRef.current;
    const ring = ringRef.current;
    if (!canvas || !outline || !ring) return;
    const painter = createPainter({
      studio,
      canvas,
      outline,
      ring,
      grid,
      image: { widthPx, heightPx },
      onStroke: setIsStroking,
    });
    painterRef.current = painter;
    return () => {
      painterRef.current = null;
    };
  }, [studio, painterRef, grid, widthPx, heightPx]);
  useDrawnStrokes(canvasRef, strokes, grid);
  const moreRef = useGoesWith(strokes, { widthPx, heightPx }, isStroking);

  const { offset, scale } = transform;
  const feather = useStudioState(({ document }) => document?.edits.settings.feather ?? 0);
  const softPx = (feather * Math.max(widthPx, heightPx) * scale) / FEATHER_SIGMAS;
  return (
    <div className="pointer-events-none absolute inset-0" data-testid="mask">
      <div
        className="absolute top-0 left-0 will-change-transform"
        style={{
          width: widthPx * scale,
          height: heightPx * scale,
          transform: `translate(${offset.x}px, ${offset.y}px)`,
        }}
      >
        <canvas
          ref={canvasRef}
          width={grid.widthPx}
          height={grid.heightPx}
          className="absolute inset-0 size-full text-mask opacity-55"
          style={softPx > 0 ? { filter: `blur(${softPx}px)` } : {}}
        />
        <canvas
          ref={moreRef}
          data-testid="goes-with"
          className="absolute inset-0 size-full text-mask opacity-40"
        />
        <svg
          aria-hidden
          viewBox={`0 0 ${widthPx} ${heightPx}`}
          className="absolute inset-0 size-full overflow-visible"
        >
          <path
            ref={outlineRef}
            fillOpacity={0.25}
            strokeWidth={2}
            strokeDasharray="6 4"
            vectorEffect="non-scaling-stroke"
            className="fill-mask stroke-mask"
          />
        </svg>
      </div>
      <BrushRing ringRef={ringRef} />
    </div>
  );
}

const getMaskColor = (canvas: HTMLCanvasElement): string => getComputedStyle(canvas).color;

/** Draws the document's strokes: adds a new stroke to the drawing; redraws all after any other change. */
function useDrawnStrokes(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  strokes: readonly Stroke[],
  grid: MaskGrid,
): void {
  const drawnRef = useRef<{ strokes: readonly Stroke[]; grid: MaskGrid } | null>(null);
  useEffect(() => {
    const canvas = canvasRef.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    const lastDrawing = drawnRef.current;
    const last = strokes.at(-1);
    const isOneMore =
      lastDrawing?.grid === grid &&
      strokes.length === lastDrawing.strokes.length + 1 &&
      lastDrawing.strokes.at(-1) === strokes.at(-2);
    if (isOneMore && last) drawStroke(context, last, grid, getMaskColor(canvas));
    else drawMask(context, strokes, grid, getMaskColor(canvas));
    drawnRef.current = { strokes, grid };
  }, [canvasRef, strokes, grid]);
}

/** Delay in milliseconds before the search for gaps and shadow, so that it doesn't run while the user draws. */
const SEARCH_AFTER_MS = 250;

/** Draws the gaps and the shadow that will be removed with the drawn area on the returned canvas. */
function useGoesWith(
  strokes: readonly Stroke[],
  { widthPx, heightPx }: PixelSize,
  isStroking: boolean,
): RefObject<HTMLCanvasElement | null> {
  const { services } = useStudio();
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const isRemoval = useStudioState(({ document }) => removes(document?.edits.settings.prompt ?? ''));
  const takesShadow = useStudioState(({ document }) => document?.edits.settings.takesShadow ?? true);
  const picture = useStudioState((state) =>
    state.document ? bestRendition(state, state.document.edits.currentId) : null,
  );
  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas) return;
    canvas.width = 1;
    canvas.height = 1;
    if (!picture || !isRemoval || isStroking || isBlank({ strokes: [...strokes], undone: [] })) return;
    let isWanted = true;
    const timer = setTimeout(() => {
      void goesWith(services, { widthPx, heightPx }, picture, strokes, takesShadow).then((more) => {
        const context = canvas.getContext('2d');
        if (!isWanted || !more || !context) return;
        canvas.width = more.widthPx;
        canvas.height = more.heightPx;
        paintPart(context, more, getMaskColor(canvas));
      });
    }, SEARCH_AFTER_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [services, strokes, picture, isRemoval, takesShadow, isStroking, widthPx, heightPx]);
  return canvasRef;
}

interface MaskPainterInput {
  readonly studio: StudioContext;
  readonly canvas: HTMLCanvasElement;
  readonly outline: SVGPathElement;
  readonly ring: HTMLElement;
  readonly grid: MaskGrid;
  readonly image: PixelSize;
  /** Called when the user starts and ends a stroke. */
  readonly onStroke: (isStroking: boolean) => void;
}

function createPainter({ studio, canvas, outline, ring, grid, image, onStroke }: MaskPainterInput): Painter {
  const view = studio.get(createViewStore);
  const { draw } = studio.get(createBrushActions);
  let builder: StrokeBuilder | null = null;
  let color = '';

  const add = (point: ScreenPoint): void => {
    const { transform } = view.store.getState();
    const context = canvas.getContext('2d');
    if (!builder || !transform || !context) return;
    const { x, y } = toImage(transform, point);
    if (!builder.add(x, y)) return;
    const { tool, points, radiusPx } = builder;
    if (tool === 'brush' || tool === 'eraser') {
      drawLine(context, tool, points.slice(-4), radiusPx, grid, color);
    } else {
      outline.setAttribute('d', formatOutline(tool, points));
    }
  };
  const leave = (): void => {
    builder = null;
    onStroke(false);
    outline.removeAttribute('d');
  };
  const redraw = (): void => {
    const { document } = studio.store.getState();
    const context = canvas.getContext('2d');
    if (document && context) drawMask(context, currentMask(document).strokes, grid, getMaskColor(canvas));
  };
  return {
    begin: (point) => {
      const { brush } = studio.store.getState();
      color = getMaskColor(canvas);
      builder = new StrokeBuilder(brush.tool, brushWidthPx(brush.size, image) / 2);
      onStroke(true);
      add(point);
    },
    move: (points) => points.forEach(add),
    end: () => {
      const stroke = builder?.finish();
      leave();
      if (stroke) draw(stroke);
      else redraw();
    },
    cancel: () => {
      leave();
      redraw();
    },
    hover: (point) => {
      moveRing(ring, point);
    },
  };
}

/** Outline of a lasso or rectangle that the user is drawing, as an SVG path in pixels of the picture. */
function formatOutline(tool: 'lasso' | 'rectangle', points: readonly number[]): string {
  if (tool === 'rectangle') {
    const [ax = 0, ay = 0, bx = ax, by = ay] = points;
    return `M${ax} ${ay}H${bx}V${by}H${ax}Z`;
  }
  const pairs: string[] = [];
  for (let at = 0; at + 1 < points.length; at += 2) pairs.push(`${points[at]} ${points[at + 1]}`);
  return `M${pairs.join('L')}Z`;
}
