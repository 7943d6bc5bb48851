import { useStudioState } from '../../state/use-studio.ts';
import { useView } from '../../stage/use-view.ts';

/** Lines that the product is snapped to. */
export function Guides() {
  const transform = useView((state) => state.transform);
  const image = useView((state) => state.image);
  const guides = useStudioState((state) => state.guides);
  if (!transform || !image) return null;
  const { offset, scale } = transform;
  return guides.map(({ axis, at }) => (
    <div
      key={`${axis}${at}`}
      aria-hidden
      className="pointer-events-none absolute top-0 left-0 bg-accent"
      style={
        axis === 'x'
          ? {
              width: 1,
              height: image.heightPx * scale,
              transform: `translate(${offset.x + at * image.widthPx * scale}px, ${offset.y}px)`,
            }
          : {
              height: 1,
              width: image.widthPx * scale,
              transform: `translate(${offset.x}px, ${offset.y + at * image.heightPx * scale}px)`,
            }
      }
    />
  ));
}
