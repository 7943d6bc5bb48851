import { t } from '@packshot/contract/text/translation';
import { SlidersHorizontal } from 'lucide';
import { Suspense, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useCommands } from '../commands/use-commands.ts';
import type { CommandId } from '../state/command.ts';
import { useStudio } from '../state/use-studio.ts';
import { PrimaryAction } from './actions.tsx';
import type { PanelProps } from '../state/studio-context.ts';
import { Facts, Recents } from './facts.tsx';
import { ToolOptions } from './tool-options.tsx';
import { ToolRow } from './tool-rail.tsx';
import { TOOL_WORDS } from '@packshot/contract/tools/names';

export function PhonePanel({ context }: PanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { tools } = useStudio();
  const title = TOOL_WORDS[context.tool].title;
  const close = (): void => setIsOpen(false);
  const [wasRunning, setWasRunning] = useState(context.isRunning);
  // Closes the sheet when a run starts, so that its progress is visible.
  if (wasRunning !== context.isRunning) {
    setWasRunning(context.isRunning);
    if (context.isRunning) setIsOpen(false);
  }
  return (
    <section
      aria-label={title}
      className="flex min-h-44 flex-col border-t border-line bg-surface px-3 pt-2 pb-3 low:pt-1 low:pb-2"
    >
      <h1 className="sr-only">{title}</h1>
      <ToolRow context={context} />
      {/* The options scroll if they don't fit, so that the picture keeps its height and the main button its place. */}
      <div className="-mx-3 my-2 min-h-0 overflow-y-auto low:my-1 overscroll-contain px-3">
        <PhoneOptions context={context} />
      </div>
      <div className="flex shrink-0 items-start gap-2">
        <IconButton
          icon={SlidersHorizontal}
          label={t('All settings and details')}
          outlined
          side="top"
          onClick={() => setIsOpen(true)}
          className="size-12! rounded-lg!"
        />
        <PrimaryAction context={context} isCompact className="min-w-0 flex-1" />
      </div>
      <Sheet
        isOpen={isOpen}
        onClose={close}
        title={title}
        footer={<PrimaryAction context={context} isCompact />}
      >
        <div className="space-y-6 pb-2">
          {tools[context.tool].showsPanelInSheet === true && <ToolOptions context={context} />}
          <Facts />
          <Recents />
          <div className="grid grid-cols-2 gap-2">
            <SheetCommand id="export" context={context} onDone={close} />
            <SheetCommand id="copy" context={context} onDone={close} />
            <SheetCommand id="start-over" context={context} onDone={close} />
            <SheetCommand id="choose-photo" context={context} onDone={close} />
            <SheetCommand id="batch" context={context} onDone={close} />
          </div>
        </div>
      </Sheet>
    </section>
  );
}

/** Options that the user needs while looking at the picture. */
function PhoneOptions({ context }: PanelProps) {
  const { Panel, PhonePanel: Options = Panel, phonePlace = 'h-28' } = useStudio().tools[context.tool];
  return (
    <Suspense fallback={<Skeleton className={phonePlace} />}>
      <Options context={context} />
    </Suspense>
  );
}

function SheetCommand({
  id,
  context,
  onDone,
}: PanelProps & { readonly id: CommandId; readonly onDone: () => void }) {
  const command = useCommands().of(id);
  return (
    <Button
      variant="secondary"
      size="lg"
      icon={command.icon}
      disabled={!command.isEnabled(context)}
      onClick={() => {
        onDone();
        command.perform(context);
      }}
    >
      {command.name}
    </Button>
  );
}
