import { t } from '@packshot/contract/text/translation';
import { ImagePlus } from 'lucide';
import { useGlobalState } from '../../../lib/state/global-state.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { isMac, keyLabel } from '../commands/key-label.ts';
import { useCommands } from '../commands/use-commands.ts';
import { priceFor } from '../model/payer.ts';
import type { Price } from '../model/payer.ts';
import { currentResult } from '../model/results.ts';
import type { PanelProps, Tools } from '../state/studio-context.ts';
import { isAddingVariants } from '../state/studio-state.ts';
import type { StudioState } from '../state/studio-state.ts';
import { useCurrentResult, useGenerationsLeft, useStudio, useStudioState } from '../state/use-studio.ts';
import { CommandButton } from '../commands/command-button.tsx';
import { ConfirmReminder } from '../../../lib/plans/confirm-reminder.tsx';
import { FreeCreditsButton, MoreCredits } from '../../../lib/plans/more-credits.tsx';
import { reasonNotReady, workNow } from '../state/tools.ts';
import { isComposedOnSaving, isComposing, productIn } from '../composite/composing.ts';
import { reasonNotTakeable } from '../export/takeable.ts';
import { getVariants } from '../variants/run-variants.ts';
import { costOfDownload } from '../panel/words.ts';
import { costSoFar, getRunningCost, getWorkCost } from '../panel/cost-of-work.ts';

/** Styles that keep labels inside their button: smaller on narrow phones, and on two lines if necessary. */
const WORDS_ON_PHONES =
  'min-w-0 flex-1 px-2! max-[25rem]:gap-1.5 max-[25rem]:text-sm max-[25rem]:leading-tight max-[25rem]:whitespace-normal';

interface PrimaryActionProps extends PanelProps {
  /** Shows the buttons for export and download beside the tool's button. */
  readonly isCompact?: boolean;
  readonly className?: string;
}

/** Tool button and download button, with their costs or the reason why they are disabled. */
export function PrimaryAction({ context, isCompact = false, className }: PrimaryActionProps) {
  const hasPhoto = useStudioState((state) => state.stage === 'open');
  const result = useCurrentResult();
  const tool = useStudio().tools[context.tool];
  const isMadeOnSaving = useStudioState(
    ({ document }) => document !== null && tool.isMadeOnSaving?.(document) === true,
  );
  const isDone = useStudioState((state) => tool.isDone?.(state) === true) || isMadeOnSaving;
  const isUnchanged = useStudioState(
    ({ document }) => document !== null && tool.isUnchanged?.(document) === true,
  );
  const savesFirst = isDone || (isUnchanged && !context.isRunning);
  const remaining = useGenerationsLeft();
  const isOut = remaining !== null && remaining <= 0;
  if (!hasPhoto) {
    return (
      <Button icon={ImagePlus} size="lg" className="w-full" onClick={context.choosePhoto}>
        {t('Choose a photo')}
      </Button>
    );
  }
  const run = !isDone && (
    <RunAction context={context} hasDownload={isCompact && result !== null} isSecond={savesFirst} />
  );
  const download = (isMadeOnSaving || result) && (
    <DownloadAction context={context} isSecond={!savesFirst} canRun={isCompact && !isDone} />
  );
  return (
    <div className={classNames('space-y-2', className)}>
      {savesFirst && download}
      {!(savesFirst && isCompact) && run}
      {!(savesFirst || isCompact) && download}
      {!isOut && <ConfirmReminder />}
    </div>
  );
}

interface RunActionProps extends PanelProps {
  readonly hasDownload: boolean;
  /** Whether it stands below the download button. */
  readonly isSecond: boolean;
}

/** The tool's current action, its label, and whether no generation is left for it. */
function useToolWork({ tool }: PanelProps['context']) {
  const { tools } = useStudio();
  const remaining = useGenerationsLeft();
  const work = useStudioState(({ document }) => (document ? workNow(tools, document) : tools[tool].works[0]));
  const { label, price } = work;
  const text = useStudioState(({ document }) => (typeof label === 'string' ? label : label(document)));
  return { work, text, remaining, isOut: remaining !== null && remaining <= 0 && price !== 'free' };
}

function RunAction({ context, hasDownload, isSecond }: RunActionProps) {
  const saving = useStudioState((state) => state.saveFile);
  const { tools } = useStudio();
  const commands = useCommands();
  const { work, text, remaining, isOut } = useToolWork(context);
  const isCropping = useStudioState((state) => state.isCropping);
  const reason = useStudioState((state) => reasonNotReady(tools, state.document));
  const ready = useStudioState(({ document, runRequestId }) => getVariants(document, runRequestId).length);
  const all = useStudioState(
    ({ document, runRequestId }) =>
      document?.requests.find(({ id }) => id === runRequestId)?.scene.count ?? 0,
  );
  const isOther = useStudioState((state) => isAddingVariants(state) && state.runTool !== work.name);
  const running = getRunningCost(work, remaining);
  const note = isOther
    ? t('Variants are being generated. Wait for them, or cancel them.')
    : context.isRunning
      ? ready > 0
        ? costSoFar(ready, all, remaining)
        : running.freeIf || running.cost
      : isOut
        ? null
        : reason;
  const { cost, freeIf } = getWorkCost(work, remaining);
  return (
    <>
      {isOut && <FreeCreditsButton />}
      <div className="flex gap-2">
        <Button
          icon={work.icon}
          size={isSecond ? 'md' : 'lg'}
          variant={isOut || isSecond ? 'secondary' : 'primary'}
          className={classNames('short:text-sm', WORDS_ON_PHONES)}
          disabled={isOut || isOther || !context.isReady}
          loading={(context.isRunning && !isOther) || isCropping}
          aria-describedby="cost-of-run"
          onClick={() => commands.of('run').perform(context)}
        >
          {text}
        </Button>
        {hasDownload && !context.isRunning && <CompactExport context={context} />}
        {hasDownload && !context.isRunning && (
          <CommandButton
            id="download"
            context={context}
            caption={t('Download')}
            outlined
            loading={saving === 'download'}
            side="top"
            className="h-12! rounded-lg! px-1!"
          />
        )}
        {context.isRunning && (
          <CommandButton
            id="cancel"
            context={context}
            caption={t('Cancel')}
            outlined
            side="top"
            className="h-12! min-w-12! rounded-lg!"
          />
        )}
      </div>
      <p id="cost-of-run" className="text-center text-xs text-muted">
        <span>{note ?? cost} </span>
        {/* Only for screen readers in the phone's smallest sheet, which has space for one line. */}
        {note === null && freeIf !== '' && <span className="[[data-sheet=peek]_&]:sr-only">{freeIf} </span>}
        {isOut && <MoreCredits of="generation" />}
      </p>
    </>
  );
}

function CompactExport({ context }: PanelProps) {
  return (
    <CommandButton
      id="export"
      context={context}
      caption={t('Export')}
      outlined
      side="top"
      // Hidden if the main button's label would have no space beside it; the sheet contains this button too.
      className="h-12! min-w-12! rounded-lg! max-[23.75rem]:hidden short:max-md:hidden"
    />
  );
}

/** Tool button as an icon above one word, with its name and cost in the tooltip. */
function RunButton({ context }: PanelProps) {
  const run = useCommands().of('run');
  const { work, text, remaining, isOut } = useToolWork(context);
  return (
    <IconButton
      icon={work.icon}
      label={text}
      caption={t('Generate')}
      hint={getWorkCost(work, remaining).cost}
      outlined
      side="top"
      disabled={isOut || !run.isEnabled(context)}
      onClick={() => run.perform(context)}
      className="h-12! min-w-12! rounded-lg!"
    />
  );
}

/** Export button with a label, because formats, shop sizes and layers are not expected behind an icon. */
function ExportButton({ context, size }: PanelProps & { readonly size: 'lg' | 'md' }) {
  const command = useCommands().of('export');
  return (
    <Button
      size={size}
      variant="secondary"
      className="px-3!"
      aria-label={command.name}
      title={`${command.name} (${keyLabel(command, isMac())})`}
      disabled={!command.isEnabled(context)}
      onClick={() => command.perform(context)}
    >
      {t('Export')}
    </Button>
  );
}

/** Price of saving the picture on the stage. A composition costs as much as its product. */
function downloadPrice(tools: Tools, { document }: StudioState): Price {
  const result =
    document && (isComposedOnSaving(tools, document) ? productIn(document) : currentResult(document));
  return document && result ? priceFor(document, result.id) : 'one-download';
}

/** Note that the stage shows only a preview of a scene, or null if the file would match the stage. */
const previewNote = (tools: Tools, { document }: StudioState): string | null =>
  document && isComposing(tools, document) && !isComposedOnSaving(tools, document)
    ? t('Saves the cut-out, not this preview.')
    : null;

interface DownloadActionProps extends PanelProps {
  /** Whether it stands below the tool's button. */
  readonly isSecond: boolean;
  /** Shows the tool's button beside it, as an icon. */
  readonly canRun: boolean;
}

function DownloadAction({ context, isSecond, canRun }: DownloadActionProps) {
  const saving = useStudioState((state) => state.saveFile);
  const { tools } = useStudio();
  const price = useStudioState((state) => downloadPrice(tools, state));
  const remaining = useGlobalState((state) =>
    state.areCreditsKnown ? state.currentAvailableDownloadImageCount : null,
  );
  const reason = useStudioState((state) => reasonNotTakeable(tools, state));
  const saved = useStudioState((state) => previewNote(tools, state));
  const isOut = reason === null && remaining !== null && remaining <= 0 && price === 'one-download';
  const download = useCommands().of('download');
  const size = isSecond ? 'md' : 'lg';
  return (
    <>
      <div className="flex gap-2">
        <Button
          icon={download.icon}
          size={size}
          className={classNames(
            'short:gap-1.5 short:text-sm md:max-xl:gap-1.5 md:max-xl:text-sm',
            WORDS_ON_PHONES,
          )}
          variant={isSecond ? 'secondary' : 'primary'}
          disabled={!download.isEnabled(context) && saving === null}
          loading={saving === 'download'}
          aria-describedby="cost-of-download"
          onClick={() => download.perform(context)}
        >
          {download.name}
        </Button>
        {canRun ? (
          <>
            <CompactExport context={context} />
            <RunButton context={context} />
          </>
        ) : (
          <>
            <ExportButton context={context} size={size} />
            <CommandButton
              id="copy"
              context={context}
              caption={t('Copy')}
              outlined
              loading={saving === 'copy'}
              side="top"
              // Hidden if the labels of the other two buttons would have no space. The sheet, the picture's menu and a
              // shortcut offer the same action.
              className={classNames(
                isSecond ? 'h-9! pointer-coarse:h-11!' : 'h-12! min-w-12! rounded-lg!',
                'max-[23.75rem]:hidden short:max-md:hidden',
              )}
            />
          </>
        )}
      </div>
      <p id="cost-of-download" className="text-center text-xs text-muted">
        {reason ?? saved} {reason === null && costOfDownload(remaining, price)}{' '}
        {isOut && <MoreCredits of="download" />}
      </p>
    </>
  );
}
