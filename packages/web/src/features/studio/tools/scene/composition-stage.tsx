import { t } from '@packshot/contract/text/translation';
import { lazyPart } from '../../../../lib/page/lazy-page.ts';
import type { ToolFrame, ToolStage } from '../../state/studio-context.ts';
import { reasonNotComposable } from './composable.ts';
import { getFrameSize, isFlat } from '../../composite/composing.ts';

const ProductInFrame = lazyPart(async () => (await import('../parts.ts')).ProductInFrame);
const EmptyFrame = lazyPart(async () => (await import('../parts.ts')).EmptyFrame);

/** Content of the stage while a tool shows a frame for composing a scene, until the scene is made. */
export const compositionStage = (frame: ToolFrame): ToolStage => ({
  isShown: ({ document }) => document !== null && frame.isOpen(document),
  frame,
  measureSize: ({ edits }) => getFrameSize(edits.scene),
  description: t('Preview of your scene'),
  reasonNotTakeable: (state) =>
    frame.holdsProduct && state.document && isFlat(state.document.edits.scene)
      ? reasonNotComposable(state)
      : null,
  Layers: frame.holdsProduct ? ProductInFrame : EmptyFrame,
});
