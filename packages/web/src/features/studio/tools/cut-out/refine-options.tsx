import { formatPercent } from '../../../../lib/page/percent.ts';
import { t } from '@packshot/contract/text/translation';
import { Check } from 'lucide';
import { Button } from '../../../../ui/button.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { isMac, keyLabel } from '../../commands/key-label.ts';
import { useCommands } from '../../commands/use-commands.ts';
import type { StudioState } from '../../state/studio-state.ts';
import type { RefineLook } from '../../model/document.ts';
import { createRefineActions } from './refine-actions.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import type { PanelProps } from '../../state/studio-context.ts';
import type { CommandId } from '../../state/command.ts';
import { CommandButton } from '../../commands/command-button.tsx';
import { Pills, SliderField, SwitchField } from '../../panel/fields.tsx';
import { BrushSize } from '../magic/magic-options.tsx';
import { Section } from '../../panel/section.tsx';
import { SearchOptions } from './search/search-options.tsx';
import { PartChips, ReachChoice } from './parts/part-chips.tsx';

export function RefineSection({ context }: PanelProps) {
  const commands = useCommands();
  if (!context.canRefine) return null;
  if (!context.isRefining) {
    return (
      <Section title={t('Edge')} note={t('Free, as often as you like.')}>
        <PartChips />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8.25rem,1fr))] gap-2">
          <WayIn id="cut-out:refine" context={context}>
            {t('Correct by hand')}
          </WayIn>
          <WayIn id="cut-out:parts" context={context}>
            {t('Pick parts')}
          </WayIn>
          <div className="col-span-full grid">
            <WayIn id="cut-out:box" context={context}>
              {t('Draw a box')}
            </WayIn>
          </div>
        </div>
      </Section>
    );
  }
  return (
    <Section title={t('Correct the edge')} note={t('Free, as often as you like.')}>
      <div className="space-y-3">
        <RefineTools context={context} />
        <HandOptions />
        <div>
          <p className="mb-2 text-sm font-medium">{t('View')}</p>
          <Looks />
        </div>
        <Button
          variant="secondary"
          disabled={!commands.of('cut-out:refine').isEnabled(context)}
          onClick={() => commands.of('cut-out:refine').perform(context)}
          className="w-full"
        >
          {t('Done')}
        </Button>
      </div>
    </Section>
  );
}

function WayIn({
  id,
  context,
  children,
}: PanelProps & { readonly id: CommandId; readonly children: string }) {
  const command = useCommands().of(id);
  return (
    <Button
      variant="secondary"
      icon={command.icon}
      disabled={!command.isEnabled(context)}
      onClick={() => command.perform(context)}
      className="px-2!"
    >
      {children}
    </Button>
  );
}

function HandOptions() {
  const hand = useStudioState((state) => state.refineHand);
  if (hand === 'parts') {
    return (
      <>
        <PartChips />
        <ReachChoice />
      </>
    );
  }
  if (hand !== 'brush') {
    return (
      <>
        <SearchOptions />
        <p className="text-xs text-muted">{t('Draw a box or line around an object.')}</p>
      </>
    );
  }
  return (
    <>
      <BrushSize />
      <Hardness />
      <EdgeSwitch />
    </>
  );
}

export function PhoneRefine({ context }: PanelProps) {
  const hand = useStudioState((state) => state.refineHand);
  return (
    <>
      <RefineTools context={context} isCompact />
      {hand === 'parts' ? (
        <div className="flex items-center gap-3 overflow-x-auto overscroll-x-contain">
          <PartChips isCompact />
          <ReachChoice />
        </div>
      ) : hand === 'brush' ? (
        <BrushSize />
      ) : (
        <SearchOptions />
      )}
      <Looks className="flex-nowrap! overflow-x-auto overscroll-x-contain" />
    </>
  );
}

/**
 * Choice of the correction mode, with undo.
 * @param isCompact whether the Done button is in the same row
 */
function RefineTools({ context, isCompact = false }: PanelProps & { readonly isCompact?: boolean }) {
  const commands = useCommands();
  return (
    <div className="flex flex-wrap items-center justify-between gap-1">
      <HandChoice context={context} isCompact={isCompact} />
      <div role="group" aria-label={t('Corrections')} className="flex">
        <CommandButton id="undo" context={context} side="top" />
        <CommandButton id="redo" context={context} side="top" />
        <CommandButton id="magic:clear" context={context} side="top" className="max-[30rem]:hidden" />
        {isCompact && (
          <IconButton
            icon={Check}
            label={t('Done')}
            side="top"
            onClick={() => commands.of('cut-out:refine').perform(context)}
          />
        )}
      </div>
    </div>
  );
}

const HANDS = [
  { id: 'magic:brush', label: t('Restore') },
  { id: 'magic:eraser', label: t('Erase') },
  { id: 'cut-out:parts', label: t('Parts') },
  { id: 'cut-out:box', label: t('Box') },
] as const;

function handCommand({ brush, refineHand }: StudioState): (typeof HANDS)[number]['id'] {
  if (refineHand === 'parts') return 'cut-out:parts';
  if (refineHand !== 'brush') return 'cut-out:box';
  return brush.tool === 'eraser' ? 'magic:eraser' : 'magic:brush';
}

function HandChoice({ context, isCompact = false }: PanelProps & { readonly isCompact?: boolean }) {
  const commands = useCommands();
  const selectedId = useStudioState(handCommand);
  return (
    <div role="group" aria-label={t('Brush')} className="flex rounded-md bg-fill p-0.5">
      {HANDS.map(({ id, label }) => {
        const command = commands.of(id);
        const isChosen = id === selectedId;
        return (
          <button
            key={label}
            type="button"
            aria-pressed={isChosen}
            title={`${label} (${keyLabel(command, isMac())})`}
            disabled={!command.isEnabled(context)}
            onClick={() => command.perform(context)}
            className={classNames(
              'inline-flex flex-1 items-center justify-center rounded-sm px-1.5 font-medium transition-colors disabled:opacity-50',
              isCompact ? 'h-11 min-w-11 flex-col gap-0.5 text-2xs leading-3' : 'h-8 gap-1 text-sm',
              isChosen ? 'bg-segment text-ink shadow-low' : 'text-muted hover:text-ink',
            )}
          >
            <span className={isCompact ? '' : 'short:hidden'}>
              <Icon of={command.icon} sizePx={15} />
            </span>
            {label}
          </button>
        );
      })}
    </div>
  );
}

function Hardness() {
  const refineActions = useActions(createRefineActions);
  const hardness = useStudioState((state) => state.brush.hardness);
  return (
    <SliderField
      label={t('Hardness')}
      value={Math.round(hardness * 100)}
      min={0}
      max={100}
      step={1}
      text={formatPercent(Math.round(hardness * 100) / 100)}
      onChange={(value) => refineActions.setHardness(value / 100)}
    />
  );
}

function EdgeSwitch() {
  const refineActions = useActions(createRefineActions);
  const edges = useStudioState((state) => state.document?.edits.settings.edges ?? 'picture');
  return (
    <SwitchField
      label={t('Snap to edges')}
      note={t('after each stroke')}
      isOn={edges === 'picture'}
      onChange={(isOn) => refineActions.setEdges(isOn ? 'picture' : 'hand')}
    />
  );
}

const LOOKS: readonly { readonly value: RefineLook; readonly label: string }[] = [
  { value: 'cut-out', label: t('Cut-out') },
  { value: 'red', label: t('Removed in red') },
  { value: 'ghost', label: t('Over the original') },
  { value: 'alpha', label: t('Black and white') },
];

function Looks({ className }: { readonly className?: string }) {
  const refineActions = useActions(createRefineActions);
  const look = useStudioState((state) => state.document?.view.refineLook ?? 'cut-out');
  return (
    <Pills
      label={t('View')}
      value={look}
      options={LOOKS}
      onChange={(next) => refineActions.setLook(next)}
      {...(className === undefined ? {} : { className })}
    />
  );
}
