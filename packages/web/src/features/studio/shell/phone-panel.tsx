import { t } from '@packshot/contract/text/translation';
import { ChevronDown, ChevronUp, SlidersHorizontal } from 'lucide';
import { Suspense, useId, useRef, useState } from 'react';
import type { PointerEvent } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
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

/** Distance in pixels after which a finger that moves up or down changes the sheet's height. */
const DRAG_PX = 24;

/** Opens a sheet on dragging it up, and closes it on dragging it down. Dragging on its options scrolls them. */
function useSheetDrag(onChange: (isTall: boolean) => void) {
  const optionsRef = useRef<HTMLDivElement>(null);
  const startRef = useRef<number | null>(null);
  const end = (): void => {
    startRef.current = null;
  };
  return {
    optionsRef,
    handlers: {
      onPointerDown: ({ pointerType, isPrimary, clientY, target, currentTarget }: PointerEvent) => {
        const isScrolling = optionsRef.current?.contains(target as Node) === true;
        // Events of the settings sheet also bubble up to here, although the sheet is elsewhere in the DOM.
        const isHere = currentTarget.contains(target as Node) && !isScrolling;
        startRef.current = pointerType !== 'mouse' && isPrimary && isHere ? clientY : null;
      },
      onPointerMove: ({ clientY }: PointerEvent) => {
        if (startRef.current === null || Math.abs(clientY - startRef.current) < DRAG_PX) return;
        onChange(clientY < startRef.current);
        end();
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
}

/**
 * Sheet below the stage, with the tools at the bottom edge. At its smallest, it shows the main button and the first
 * options, so that the picture has most of the window. When taller, it shows all options that the user needs beside the
 * picture.
 */
export function PhonePanel({ context }: PanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [isTall, setIsTall] = useState(false);
  const { optionsRef, handlers } = useSheetDrag(setIsTall);
  const optionsId = useId();
  const { tools } = useStudio();
  const title = TOOL_WORDS[context.tool].title;
  const close = (): void => setIsOpen(false);
  const [wasRunning, setWasRunning] = useState(context.isRunning);
  // Closes the sheets when a run starts, so that its progress is visible.
  if (wasRunning !== context.isRunning) {
    setWasRunning(context.isRunning);
    if (context.isRunning) {
      setIsOpen(false);
      setIsTall(false);
    }
  }
  return (
    <section
      aria-label={title}
      data-sheet={isTall ? 'open' : 'peek'}
      {...handlers}
      className="relative flex min-h-46 touch-pan-x low:min-h-40 flex-col border-t border-line bg-surface px-3 pt-3.5 low:pt-2.5"
    >
      <h1 className="sr-only">{title}</h1>
      <span
        aria-hidden
        className="absolute top-1.5 left-1/2 h-1 w-9 -translate-x-1/2 rounded-full bg-line-strong low:top-1"
      />
      {/* The options scroll if they don't fit, so that the picture keeps its height and the main button its place. */}
      <div
        ref={optionsRef}
        id={optionsId}
        className={classNames(
          '-mx-3 min-h-0 overflow-y-auto overscroll-contain px-3',
          !isTall && 'max-h-42 low:max-h-27 mask-[linear-gradient(#000_calc(100%-0.25rem),transparent)]',
        )}
      >
        <PhoneOptions context={context} />
        <Button
          size="sm"
          variant="ghost"
          icon={SlidersHorizontal}
          onClick={() => setIsOpen(true)}
          className="mt-1 h-10! w-full text-muted"
        >
          {t('All settings and details')}
        </Button>
      </div>
      <div className="mt-2 flex shrink-0 items-start gap-2 low:mt-1">
        <IconButton
          icon={isTall ? ChevronDown : ChevronUp}
          label={isTall ? t('Fewer options') : t('More options')}
          caption={isTall ? t('Fewer') : t('More')}
          outlined
          side="top"
          aria-expanded={isTall}
          aria-controls={optionsId}
          onClick={() => setIsTall(!isTall)}
          className="h-12! min-w-12! rounded-lg! low:h-11!"
        />
        <PrimaryAction context={context} isCompact className="min-w-0 flex-1 space-y-1! [&>p]:-ml-14" />
      </div>
      <div className="mt-1 border-t border-line py-0.5 -mx-3 px-3">
        <ToolRow context={context} />
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
            <SheetCommand id="commands" context={context} onDone={close} />
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
