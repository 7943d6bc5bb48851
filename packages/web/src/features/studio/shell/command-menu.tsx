import { t } from '@packshot/contract/text/translation';
import type { ReactNode } from 'react';
import { ContextMenu } from '../../../ui/context-menu.tsx';
import type { MenuItem } from '../../../ui/context-menu.tsx';
import { commandContext, commandFacts } from '../commands/command-context.ts';
import type { PageActions } from '../commands/command-context.ts';
import type { CommandContext } from '../state/command.ts';
import { isMac, keyLabel } from '../commands/key-label.ts';
import { useCommands } from '../commands/use-commands.ts';
import { groupsFor, pictureMenu, stageMenu } from '../commands/menus.ts';
import type { PictureId } from '../model/results.ts';
import { createUndoActions } from '../documents/undo-actions.ts';
import { useActions, useIsDrawing, useStudio } from '../state/use-studio.ts';

const MENUS = { stage: stageMenu, picture: pictureMenu } as const;

interface CommandMenuProps {
  readonly place: keyof typeof MENUS;
  readonly label: string;
  readonly actions: PageActions;
  readonly onOpen?: () => void;
  readonly isEnabled?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

/** Context menu of commands; whether each is enabled is determined when the menu opens. */
function CommandMenu({ place, actions, ...rest }: CommandMenuProps) {
  const studio = useStudio();
  const commands = useCommands();
  const now = (): CommandContext =>
    commandContext(studio, commandFacts(studio.tools, studio.store.getState()), actions);
  const groups = (): MenuItem[][] => {
    const context = now();
    const onMac = isMac();
    return groupsFor(MENUS[place](studio.tools), (id) => commands.of(id).isEnabled(context)).map((ids) =>
      ids.map((id) => {
        const command = commands.of(id);
        return {
          id,
          label: command.name,
          icon: command.icon,
          hint: keyLabel(command, onMac),
          isEnabled: command.isEnabled(context),
          onSelect: () => command.perform(now()),
        };
      }),
    );
  };
  return <ContextMenu groups={groups} {...rest} />;
}

interface PlaceProps {
  readonly actions: PageActions;
  readonly children: ReactNode;
}

/** Menu of the stage. Disabled on touch screens while drawing: a long press then belongs to the stroke. */
export function StageMenu({ actions, children }: PlaceProps) {
  const isDrawing = useIsDrawing();
  const isTouch = matchMedia('(pointer: coarse)').matches;
  return (
    <CommandMenu
      place="stage"
      label={t('Stage')}
      actions={actions}
      isEnabled={!(isDrawing && isTouch)}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      {children}
    </CommandMenu>
  );
}

/** @param id picture that is selected when the menu opens */
export function PictureMenu({ id, actions, children }: PlaceProps & { readonly id: PictureId }) {
  const undoActions = useActions(createUndoActions);
  return (
    <CommandMenu
      place="picture"
      label={t('Picture')}
      actions={actions}
      onOpen={() => undoActions.selectPicture(id)}
    >
      {children}
    </CommandMenu>
  );
}
