import { formatPercent } from '../../../lib/page/percent.ts';
import { t } from '@packshot/contract/text/translation';
import { Cloud, CloudCheck, CloudOff } from 'lucide';
import type { ReactNode } from 'react';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { isMac, keyLabel } from '../commands/key-label.ts';
import { useCommands } from '../commands/use-commands.ts';
import type { CommandContext } from '../state/command.ts';
import { zoomPercent } from '../stage/view-store.ts';
import { useIsDrawing, useStudio, useStudioState } from '../state/use-studio.ts';
import { useView } from '../stage/use-view.ts';
import { tenths } from '../panel/words.ts';
import { findStage } from '../state/tools.ts';
import { getCompareMode, hasInput, hasResultShown } from '../state/studio-state.ts';
import { CommandButton } from '../commands/command-button.tsx';

interface StageBarProps {
  readonly context: CommandContext;
}

function Bar({ className, children }: { readonly className: string; readonly children: ReactNode }) {
  return (
    <div
      data-keep-clear
      className={classNames(
        'absolute z-10 flex items-center gap-0.5 rounded-lg border border-line bg-surface p-1 shadow-mid',
        className,
      )}
    >
      {children}
    </div>
  );
}

/**
 * Choice of comparison modes, at the top of the stage, or at the bottom next to the zoom on phones. Hidden if there is
 * nothing to compare.
 */
export function CompareBar({ context }: StageBarProps) {
  const { tools } = useStudio();
  const isPossible = useStudioState(
    (state) => hasResultShown(state) && findStage(tools, state) === null && hasInput(state),
  );
  const isDrawing = useIsDrawing();
  const mode = useStudioState(getCompareMode);
  const isHeld = useStudioState((state) => state.isShowingOriginal);
  if (!isPossible) return null;
  return (
    <Bar
      className={classNames(
        'top-4 left-1/2 -translate-x-1/2 compact:top-auto compact:bottom-2 compact:left-3 compact:translate-x-0',
        isDrawing && 'compact:hidden',
      )}
    >
      {context.isFramedAlike && (
        <CommandButton id="compare-side-by-side" context={context} pressed={mode === 'side-by-side'} />
      )}
      <TextToggle
        id={context.isFramedAlike ? 'compare-slider' : 'compare-side-by-side'}
        isPressed={mode === (context.isFramedAlike ? 'slider' : 'side-by-side')}
        context={context}
      >
        {t('Compare')}
      </TextToggle>
      <CommandButton
        id="show-original"
        context={context}
        pressed={isHeld}
        className="touch-none select-none"
      />
    </Bar>
  );
}

interface TextToggleProps extends StageBarProps {
  readonly id: 'compare-slider' | 'compare-side-by-side' | 'fit' | 'actual-size';
  readonly isPressed: boolean;
  readonly label?: string;
  readonly children: ReactNode;
}

function TextToggle({ id, isPressed, label, context, children }: TextToggleProps) {
  const command = useCommands().of(id);
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      aria-label={label}
      title={`${command.name} (${keyLabel(command, isMac())})`}
      disabled={!command.isEnabled(context)}
      onClick={() => command.perform(context)}
      className={classNames(
        'inline-flex h-9 items-center rounded-md px-3 text-sm font-medium tabular-nums transition-colors hover:bg-fill max-[22rem]:px-2',
        'disabled:opacity-40 pointer-coarse:h-11',
        isPressed && 'bg-fill font-semibold',
      )}
    >
      {children}
    </button>
  );
}

/**
 * Shows whether the work is saved in this browser: in the stage's upper corner, or in the lower corner if two panes
 * have their names at the top.
 */
export function SavedMark() {
  const isSaved = useStudioState((state) => state.isSaved);
  const isRefused = useStudioState((state) => state.isSaveRefused);
  // Hidden over a shaded stage, such as the dark area around a crop, on which the text would be unreadable.
  const { tools } = useStudio();
  const isShaded = useStudioState((state) => findStage(tools, state)?.isShaded === true);
  const isSideBySide = useStudioState(
    (state) =>
      hasResultShown(state) &&
      findStage(tools, state) === null &&
      state.document?.view.compare === 'side-by-side',
  );
  return (
    <p
      className={classNames(
        'pointer-events-none absolute right-4 z-10 flex h-7 items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-xs font-medium text-muted shadow-low compact:sr-only',
        isSideBySide ? 'bottom-5' : 'top-5',
        isShaded && 'sr-only',
      )}
    >
      <Icon of={isRefused ? CloudOff : isSaved ? CloudCheck : Cloud} sizePx={15} />
      <span>{isRefused ? t('Not saved') : isSaved ? t('Saved') : t('Saving')}</span>
    </p>
  );
}

/**
 * Zoom controls at the bottom of the stage. Clicking the percentage zooms to 100 %. Phones show no buttons for zoom
 * steps, because two fingers zoom.
 */
export function ZoomBar({ context }: StageBarProps) {
  const percent = useView(zoomPercent);
  const isFit = useView((state) => state.isFit);
  if (percent === null) return null;
  const shownPercent = percent < 10 ? tenths(percent) : String(Math.round(percent));
  return (
    <Bar className="bottom-4 left-4 compact:right-3 compact:bottom-2 compact:left-auto">
      <CommandButton id="zoom-out" context={context} side="top" className="compact:hidden" />
      <TextToggle
        id="actual-size"
        isPressed={Math.abs(percent - 100) < 0.5}
        label={t('Zoom {percent} percent. Show 100 percent', { percent: shownPercent })}
        context={context}
      >
        <span className="min-w-12 text-center max-[22rem]:min-w-0">
          {formatPercent(percent < 10 ? percent / 100 : Math.round(percent) / 100)}
        </span>
      </TextToggle>
      <CommandButton id="zoom-in" context={context} side="top" className="compact:hidden" />
      <TextToggle id="fit" isPressed={isFit} context={context}>
        {t('Fit')}
      </TextToggle>
    </Bar>
  );
}
