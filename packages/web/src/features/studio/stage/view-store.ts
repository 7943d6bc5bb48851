/** View of the stage: zoom and position. Not saved: a document opens with the whole picture visible (Fit). */
import { createStore } from 'zustand/vanilla';
import {
  actualSizeAt,
  fitScale,
  fitView,
  keepCenter,
  nextStop,
  panBy,
  viewportCenter,
  zoomAt,
  toZoom,
} from '../model/view-transform.ts';
import type { ImageSize, ScreenPoint, ViewTransform, Viewport } from '../model/view-transform.ts';

export interface ViewState {
  readonly viewport: Viewport | null;
  readonly image: ImageSize | null;
  /** Position and scale of the picture; null until both stage and picture have a size. */
  readonly transform: ViewTransform | null;
  /** Whether the picture is shown at Fit, where it stays when the stage's size changes. */
  readonly isFit: boolean;
}

export type ViewStore = ReturnType<typeof createViewStore>;

export function createViewStore() {
  const store = createStore<ViewState>(() => ({ viewport: null, image: null, transform: null, isFit: true }));

  const change = (
    next: (transform: ViewTransform, viewport: Viewport, image: ImageSize) => ViewTransform,
  ): void => {
    const { viewport, image, transform } = store.getState();
    if (!viewport || !image || !transform) return;
    const changed = next(transform, viewport, image);
    store.setState({ transform: changed, isFit: changed.scale === fitScale(viewport, image) });
  };
  const fit = (): void => {
    const { viewport, image } = store.getState();
    store.setState({ isFit: true, transform: viewport && image ? fitView(viewport, image) : null });
  };
  const actualSize = (anchor?: ScreenPoint): void =>
    change((transform, viewport, image) =>
      actualSizeAt(transform, anchor ?? viewportCenter(viewport), viewport, image),
    );

  return {
    store,
    fit,
    actualSize,
    setViewport: (viewport: Viewport): void => {
      const { viewport: before, image, transform, isFit } = store.getState();
      store.setState({ viewport });
      if (isFit || !before || !image || !transform) fit();
      else store.setState({ transform: keepCenter(transform, before, viewport, image) });
    },
    /** Sets the picture's size. A picture with a new size is shown at Fit; the same size changes nothing. */
    setImage: (image: ImageSize | null): void => {
      const before = store.getState().image;
      if (before?.widthPx === image?.widthPx && before?.heightPx === image?.heightPx) return;
      store.setState({ image });
      fit();
    },
    /** Zooms one step in (1) or out (-1), around the center of the stage's free area. */
    step: (direction: 1 | -1): void =>
      change((transform, viewport, image) => {
        const scale = nextStop(transform, direction, viewport);
        return zoomAt(transform, scale, viewportCenter(viewport), viewport, image);
      }),
    zoomBy: (factor: number, anchor: ScreenPoint): void =>
      change((transform, viewport, image) =>
        zoomAt(transform, transform.scale * factor, anchor, viewport, image),
      ),
    panBy: (dx: number, dy: number): void =>
      change((transform, viewport, image) => panBy(transform, dx, dy, viewport, image)),
    /** Changes to Fit, or from Fit to 100 % around a point. */
    toggleFit: (anchor: ScreenPoint): void => {
      if (store.getState().isFit) actualSize(anchor);
      else fit();
    },
  };
}

/** Zoom in percent as shown to the user: photo pixels per device pixel. */
export function zoomPercent({ viewport, transform }: ViewState): number | null {
  return viewport && transform ? toZoom(transform, viewport) * 100 : null;
}
