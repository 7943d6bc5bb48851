import { t } from '@packshot/contract/text/translation';
import type { Tools } from '../state/studio-context.ts';
import { hasResultShown } from '../state/studio-state.ts';
import type { StudioState } from '../state/studio-state.ts';
import { isComposedOnSaving } from '../composite/composing.ts';
import { findStage } from '../state/tools.ts';

export function reasonNotTakeable(tools: Tools, state: StudioState): string | null {
  const { document } = state;
  if (!document) return t('Choose a photo first.');
  const stage = findStage(tools, state);
  const reason = (stage ?? tools[document.tool]).reasonNotTakeable?.(state) ?? null;
  if (reason !== null) return reason;
  const hasPicture = isComposedOnSaving(tools, document) || hasResultShown(state);
  return hasPicture ? null : t('There is no picture to save yet.');
}
