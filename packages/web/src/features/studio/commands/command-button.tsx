import { IconButton } from '../../../ui/icon-button.tsx';
import type { TooltipSide } from '../../../ui/tooltip.tsx';
import { isMac, keyLabel } from './key-label.ts';
import { useCommands } from './use-commands.ts';
import type { CommandContext, CommandId } from '../state/command.ts';

export interface CommandButtonProps {
  readonly id: CommandId;
  readonly context: CommandContext;
  readonly caption?: string;
  readonly pressed?: boolean;
  readonly loading?: boolean;
  readonly outlined?: boolean;
  readonly side?: TooltipSide;
  readonly className?: string;
}

/** Icon button for a command, with its name and shortcut in the tooltip. */
export function CommandButton({ id, context, ...look }: CommandButtonProps) {
  const command = useCommands().of(id);
  const { release } = command;
  const holding = release && {
    onPointerDown: () => command.perform(context),
    onPointerUp: () => release(context),
    onPointerLeave: () => release(context),
    onPointerCancel: () => release(context),
    onKeyDown: (event: React.KeyboardEvent) => {
      if (event.key !== ' ' && event.key !== 'Enter') return;
      event.preventDefault();
      if (!event.repeat) command.perform(context);
    },
    onKeyUp: () => release(context),
    onBlur: () => release(context),
    onContextMenu: (event: React.MouseEvent) => event.preventDefault(),
  };
  return (
    <IconButton
      icon={command.icon}
      label={command.name}
      hint={keyLabel(command, isMac())}
      disabled={!command.isEnabled(context)}
      {...look}
      {...(holding ?? { onClick: () => command.perform(context) })}
    />
  );
}
