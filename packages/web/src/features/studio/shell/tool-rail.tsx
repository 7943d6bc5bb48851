import { t } from '@packshot/contract/text/translation';
import { Icon } from '../../../ui/icon.tsx';
import { isMac, keyLabel } from '../commands/key-label.ts';
import { BATCH, SHORTCUTS, toolCommand } from '../commands/rail-commands.ts';
import type { RailCommand, ToolChoice } from '../commands/rail-commands.ts';
import { bringIntoView } from '../../../ui/bring-into-view.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useId } from 'react';
import { TOOL_NAMES, TOOL_WORDS } from '@packshot/contract/tools/names';
import { TOOL_FACES } from '../state/tool-faces.ts';

interface ToolChoiceProps {
  readonly context: ToolChoice;
}

interface ToolRailProps extends ToolChoiceProps {
  /** Whether a batch is shown instead of a tool. */
  readonly isBatch?: boolean;
}

export function ToolRail({ context, isBatch = false }: ToolRailProps) {
  return (
    <nav
      aria-label={t('Tools')}
      className="flex w-18 shrink-0 flex-col justify-between gap-1 overflow-y-auto border-r border-line bg-surface px-1 py-2 short:py-1"
    >
      <ul className="space-y-1 short:space-y-0">
        {TOOL_NAMES.map((name) => (
          <li key={name}>
            <RailButton
              command={toolCommand(name)}
              context={context}
              isChosen={!isBatch && context.tool === name}
            />
          </li>
        ))}
      </ul>
      <div className="space-y-1 short:space-y-0">
        <RailButton command={BATCH} context={context} isChosen={isBatch} />
        <RailButton command={SHORTCUTS} context={context} label={t('Keyboard')} />
      </div>
    </nav>
  );
}

interface RailButtonProps extends ToolChoiceProps {
  readonly command: RailCommand;
  readonly isChosen?: boolean;
  readonly label?: string;
}

function RailButton({ command, context, isChosen, label }: RailButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={`${command.name} (${keyLabel(command, isMac())})`}
      disabled={!command.isEnabled(context)}
      onClick={() => command.perform(context)}
      className={classNames(
        'flex w-full flex-col items-center gap-1 rounded-lg py-2.5 text-2xs font-medium tracking-tight transition-colors hover:bg-fill disabled:opacity-40 short:gap-0 short:py-1',
        // The focus ring is inside the button, because the scrolling list would clip it.
        'focus-visible:outline-offset-[-2px]',
        isChosen === true ? 'bg-fill text-ink' : 'text-muted',
      )}
    >
      <span className={isChosen === true ? 'text-accent-text' : ''}>
        <Icon of={command.icon} sizePx={19} />
      </span>
      {label ?? command.name}
    </button>
  );
}

/** Tools as a scrollable row on small screens, below the stage or above the empty one. Scrolls the chosen tool into view. */
export function ToolRow({ context }: ToolChoiceProps) {
  const group = useId();
  const { tool: selectedTool } = context;
  return (
    // The padding after the last tool is as wide as the fading edge. So the user can scroll the last tool out of the
    // fading edge.
    <fieldset className="-mx-3 flex shrink-0 scroll-px-9 gap-0.5 overflow-x-auto overscroll-x-contain pr-9 pl-3 mask-[linear-gradient(to_right,#000_calc(100%-2.25rem),transparent)]">
      <legend className="sr-only">{t('Tools')}</legend>
      {TOOL_NAMES.map((name) => (
        <label
          key={name}
          {...(name === selectedTool ? { ref: bringIntoView } : {})}
          className={classNames(
            'relative flex min-w-16 shrink-0 cursor-pointer flex-col items-center gap-0.5 rounded-md px-1.5 py-1.5 text-2xs font-medium whitespace-nowrap low:py-1 transition-colors',
            'outline-offset-[-2px] has-focus-visible:outline-2 has-focus-visible:outline-accent has-disabled:opacity-50',
            name === selectedTool ? 'bg-fill-strong text-ink' : 'text-muted',
          )}
        >
          <input
            type="radio"
            name={group}
            value={name}
            checked={name === selectedTool}
            disabled={context.isLocked}
            onChange={() => context.chooseTool(name)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon of={TOOL_FACES[name].icon} sizePx={17} />
          {TOOL_WORDS[name].title}
        </label>
      ))}
    </fieldset>
  );
}
