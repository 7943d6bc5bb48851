import { Button } from '../../../ui/button.tsx';
import { useCommands } from '../commands/use-commands.ts';
import { useIsShort } from '../stage/layout.ts';
import { PrimaryAction } from './actions.tsx';
import type { PanelProps } from '../state/studio-context.ts';
import { useStudio } from '../state/use-studio.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { Facts, Recents } from './facts.tsx';
import { ToolOptions } from './tool-options.tsx';
import { TOOL_WORDS } from '@packshot/contract/tools/names';

export function ToolPanel({ context }: PanelProps) {
  const newPhoto = useCommands().of('choose-photo');
  const { showsRecents } = useStudio().tools[context.tool];
  const title = TOOL_WORDS[context.tool].title;
  const isShort = useIsShort();
  return (
    <aside
      aria-label={title}
      className="flex w-80 shrink-0 flex-col border-l border-line bg-surface short:w-[clamp(12.5rem,40vw,20rem)] xl:w-[23rem]!"
    >
      <div className="flex h-13 shrink-0 items-center justify-between pr-3 pl-5 short:h-11 short:pr-2 short:pl-4">
        <h1 className="truncate text-base font-semibold">{title}</h1>
        <div className="flex shrink-0">
          <CommandButton id="start-over" context={context} />
          {isShort ? (
            <CommandButton id="choose-photo" context={context} />
          ) : (
            <Button
              variant="ghost"
              size="sm"
              icon={newPhoto.icon}
              disabled={!newPhoto.isEnabled(context)}
              onClick={context.choosePhoto}
              className="h-9!"
            >
              {newPhoto.name}
            </Button>
          )}
        </div>
      </div>
      <div className="min-h-0 flex-1 space-y-4 overflow-y-auto px-5 pt-0.5 pb-4 short:space-y-5 short:px-4 short:pb-4">
        <ToolOptions context={context} />
        <Facts />
        {showsRecents === true && <Recents />}
      </div>
      <div className="shrink-0 border-t border-line px-5 py-4 short:px-4 short:py-2.5">
        <PrimaryAction context={context} isCompact={isShort} />
      </div>
    </aside>
  );
}
