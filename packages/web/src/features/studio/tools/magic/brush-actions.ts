/** User actions for the brushes on the stage: drawing a mask, and settings shared with corrections. */
import { withCurrentMask } from '../../model/document.ts';
import type { StudioContext } from '../../state/studio-context.ts';
import { addStroke, steppedBrush } from '../../model/strokes.ts';
import type { MaskTool, Stroke } from '../../model/strokes.ts';

export type BrushActions = ReturnType<typeof createBrushActions>;

export function createBrushActions(context: StudioContext) {
  const { store, change } = context;
  return {
    choose: (tool: MaskTool): void => {
      store.setState(({ brush }) => ({ brush: { ...brush, tool } }));
      const { document } = store.getState();
      if (document) context.tools[document.tool].drawing?.begin(context);
    },
    /** @param size width as a share of the picture's longest side */
    setSize: (size: number): void => store.setState(({ brush }) => ({ brush: { ...brush, size } })),
    step: (direction: 1 | -1): void =>
      store.setState(({ brush }) => ({ brush: { ...brush, size: steppedBrush(brush.size, direction) } })),
    draw: (stroke: Stroke): void => {
      context.dismissFailure();
      change((document) => withCurrentMask(document, (mask) => addStroke(mask, stroke)));
    },
  };
}
