import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { commandOf } from '../commands.ts';
import type { CommandId } from '../commands.ts';
import { useHasResult } from '../use-studio.ts';
import { PrimaryAction } from './actions.tsx';
import type { PanelProps } from './actions.tsx';
import { BackdropSwatches } from './backdrop-swatches.tsx';
import { DescriptionField } from './describe-options.tsx';
import { Facts, Recents } from './facts.tsx';
import { BrushSize, MaskTools, PromptField } from './magic-options.tsx';
import { ToolRow } from './tool-rail.tsx';
import { CompactUpscaleOptions } from './upscale-options.tsx';
import { TOOL_TITLES } from './words.ts';

/** Under the stage on small screens: what is needed at every result, and the rest in a sheet. */
export function PhonePanel({ context }: PanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  const title = TOOL_TITLES[context.tool];
  const close = (): void => setIsOpen(false);
  return (
    <section aria-label={title} className="shrink-0 border-t border-line bg-surface px-3 pt-2 pb-3">
      <h1 className="sr-only">{title}</h1>
      <ToolRow context={context} />
      <div className="my-2">
        <PhoneOptions context={context} />
      </div>
      <div className="flex items-start gap-2">
        <IconButton
          icon={SlidersHorizontal}
          label="Details and recent photos"
          outlined
          side="top"
          onClick={() => setIsOpen(true)}
          className="size-12! rounded-lg!"
        />
        <PrimaryAction context={context} isCompact className="min-w-0 flex-1" />
      </div>
      <Sheet isOpen={isOpen} onClose={close} title={title}>
        <div className="space-y-6 pb-2">
          <Facts />
          <Recents />
          <div className="grid grid-cols-2 gap-2">
            <SheetCommand id="start-over" context={context} onDone={close} />
            <SheetCommand id="choose-photo" context={context} onDone={close} />
          </div>
        </div>
      </Sheet>
    </section>
  );
}

/** What is needed at hand while looking at the picture. */
function PhoneOptions({ context }: PanelProps) {
  const hasResult = useHasResult();
  switch (context.tool) {
    case 'cut-out':
      return hasResult ? <BackdropSwatches className="max-w-md" /> : null;
    case 'magic':
      return (
        <>
          <MaskTools context={context} />
          <BrushSize />
          <PromptField rows={1} />
        </>
      );
    case 'upscale':
      return <CompactUpscaleOptions />;
    case 'describe':
      return <DescriptionField rows={3} />;
  }
}

function SheetCommand({
  id,
  context,
  onDone,
}: PanelProps & { readonly id: CommandId; readonly onDone: () => void }) {
  const command = commandOf(id);
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
