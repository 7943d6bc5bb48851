import { Icon } from '../../../ui/icon.tsx';
import { commandOf, isMac, keyLabel } from '../commands.ts';
import type { CommandContext } from '../commands.ts';
import { TOOL_NAMES } from '../document/result-chain.ts';
import type { ToolName } from '../document/result-chain.ts';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { TOOL_TITLES } from './words.ts';

interface ToolChoiceProps {
  readonly context: CommandContext;
}

/** The tools, at the left of the stage on wide screens. */
export function ToolRail({ context }: ToolChoiceProps) {
  return (
    <nav
      aria-label="Tools"
      className="flex w-18 shrink-0 flex-col justify-between border-r border-line bg-surface px-1.5 py-2"
    >
      <ul className="space-y-1">
        {TOOL_NAMES.map((tool) => (
          <li key={tool}>
            <RailButton id={`tool-${tool}`} context={context} isChosen={context.tool === tool} />
          </li>
        ))}
      </ul>
      <RailButton id="shortcuts" context={context} label="Shortcuts" />
    </nav>
  );
}

interface RailButtonProps extends ToolChoiceProps {
  readonly id: `tool-${ToolName}` | 'shortcuts';
  readonly isChosen?: boolean;
  readonly label?: string;
}

function RailButton({ id, context, isChosen, label }: RailButtonProps) {
  const command = commandOf(id);
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={`${command.name} (${keyLabel(command, isMac())})`}
      disabled={!command.isEnabled(context)}
      onClick={() => command.perform(context)}
      className={classNames(
        'flex w-full flex-col items-center gap-1 rounded-lg py-2.5 text-2xs font-medium transition-colors hover:bg-fill disabled:opacity-40',
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

/** The tools as one row, on small screens. */
export function ToolRow({ context }: ToolChoiceProps) {
  return (
    <SegmentedControl
      label="Tools"
      value={context.tool}
      segments={TOOL_NAMES.map((tool) => ({
        value: tool,
        disabled: context.isRunning,
        label: (
          // Into the padding: four names fit beside each other on a small phone.
          <span className="-mx-2.5 flex flex-col items-center gap-0.5 py-1 text-2xs">
            <Icon of={commandOf(`tool-${tool}`).icon} sizePx={16} />
            {TOOL_TITLES[tool]}
          </span>
        ),
      }))}
      onChange={context.chooseTool}
      className="flex! w-full"
    />
  );
}
