import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { commandOf } from '../commands/commands.ts';
import type { CommandId } from '../state/command.ts';
import { stageGround } from '../model/document.ts';
import type { ToolName } from '@packshot/contract/tools/names';
import { useHasResult, useStudioState } from '../state/use-studio.ts';
import { PrimaryAction } from './actions.tsx';
import type { PanelProps } from './actions.tsx';
import { BackdropSwatches } from '../panel/backdrop-swatches.tsx';
import { CommandButton } from '../commands/command-button.tsx';
import { DescriptionField } from '../tools/describe/describe-options.tsx';
import { Facts, Recents } from '../panel/facts.tsx';
import { BrushSize, MaskTools, PromptField } from '../tools/magic/magic-options.tsx';
import { PhoneRefine } from '../tools/cut-out/refine-options.tsx';
import { ToolOptions } from './tool-options.tsx';
import { ToolRow } from './tool-rail.tsx';
import { CompactUpscaleOptions } from '../tools/upscale/upscale-options.tsx';
import { TOOL_WORDS } from '@packshot/contract/tools/names';

/** Under the stage on small screens: what is needed at every result, and the rest in a sheet. */
export function PhonePanel({ context }: PanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  const title = TOOL_WORDS[context.tool].title;
  const close = (): void => setIsOpen(false);
  // What was started from the sheet is watched on the stage.
  if (isOpen && context.isRunning) setIsOpen(false);
  return (
    <section
      aria-label={title}
      className="flex min-h-44 flex-col border-t border-line bg-surface px-3 pt-2 pb-3 low:pt-1 low:pb-2"
    >
      <h1 className="sr-only">{title}</h1>
      <ToolRow context={context} />
      {/* What does not fit is scrolled: the picture keeps its share of the window, and the main button its place. */}
      <div className="-mx-3 my-2 min-h-0 overflow-y-auto low:my-1 overscroll-contain px-3">
        <PhoneOptions context={context} />
      </div>
      <div className="flex shrink-0 items-start gap-2">
        <IconButton
          icon={SlidersHorizontal}
          label="All settings and details"
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
          {hasPanel(context.tool) && <ToolOptions context={context} />}
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

/** Tools of which the row under the stage shows only a part. */
const hasPanel = (tool: ToolName): boolean =>
  tool === 'scene' || tool === 'inspire' || tool === 'cut-out' || tool === 'magic';

/** What is needed at hand while looking at the picture. */
function PhoneOptions({ context }: PanelProps) {
  return (
    <Suspense fallback={<Skeleton className={PLACE_HEIGHTS[context.tool] ?? 'h-28'} />}>
      <PhoneOptionsOf context={context} />
    </Suspense>
  );
}

/** Their places are kept at their own heights, so that the stage does not change its size twice. */
const PLACE_HEIGHTS: Partial<Record<ToolName, string>> = {
  crop: 'h-[156px]',
  scene: 'h-[170px]',
  inspire: 'h-[126px]',
  harmonize: 'h-36',
};

/** Larger panels come when their tool is chosen. */
const PhoneScene = lazy(() => import('../tools/scene/phone-scene.tsx'));
const PhoneInspire = lazy(() => import('../tools/inspire/phone-inspire.tsx'));
const PhoneCrop = lazy(() => import('../tools/crop/phone-crop.tsx'));
const PhoneHarmonize = lazy(() => import('../tools/harmonize/harmonize-options.tsx'));

function PhoneOptionsOf({ context }: PanelProps) {
  const hasResult = useHasResult();
  switch (context.tool) {
    case 'cut-out':
      if (context.isRefining) return <PhoneRefine context={context} />;
      return hasResult ? (
        <div className="flex items-center gap-1">
          <div className="min-w-0 max-w-md flex-1">
            <BackdropSwatches />
            <GroundNote />
          </div>
          <CommandButton id="refine" context={context} outlined side="top" />
        </div>
      ) : null;
    case 'crop':
      return <PhoneCrop />;
    case 'scene':
      return <PhoneScene />;
    case 'inspire':
      return <PhoneInspire />;
    case 'harmonize':
      return <PhoneHarmonize />;
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

/** What the chosen color means for the file. */
function GroundNote() {
  const isClear = useStudioState(({ document }) => document === null || stageGround(document) === null);
  return (
    <p className="px-1.5 text-xs text-muted">
      {isClear ? 'Saved with transparency' : 'Saved on this background color'}
    </p>
  );
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
