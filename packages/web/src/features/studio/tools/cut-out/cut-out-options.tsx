import { t } from '@packshot/contract/text/translation';
import { Image as ImageIcon } from 'lucide';
import { Button } from '../../../../ui/button.tsx';
import { CommandButton } from '../../commands/command-button.tsx';
import { stageBackdrop } from '../../model/document.ts';
import { BackdropSwatches } from '../../panel/backdrop-swatches.tsx';
import { EngineSection } from '../../panel/engine-section.tsx';
import { Section } from '../../panel/section.tsx';
import { createRunActions } from '../../run/run-actions.ts';
import type { PanelProps } from '../../state/studio-context.ts';
import { useActions, useHasResult, useStudioState } from '../../state/use-studio.ts';
import { CUT_OUT_ENGINE } from './cut-out-work.ts';
import { FlagsRow, FlagsSection } from './quality-flags.tsx';
import { PhoneRefine, RefineSection } from './refine-options.tsx';

export function CutOutOptions({ context }: PanelProps) {
  const hasResult = useHasResult();
  return (
    <>
      {hasResult && (
        <>
          {!context.isRefining && <FlagsSection />}
          {!context.isRefining && <Next />}
          <RefineSection context={context} />
          <BehindIt />
        </>
      )}
      <EngineSection use={CUT_OUT_ENGINE} />
    </>
  );
}

function Next() {
  const runActions = useActions(createRunActions);
  return (
    <Section title={t('Next', { context: 'next step' })}>
      <Button
        variant="secondary"
        icon={ImageIcon}
        onClick={() => runActions.chooseTool('scene')}
        className="w-full"
      >
        {t('Place in a scene')}
      </Button>
    </Section>
  );
}

const useIsClear = (): boolean =>
  useStudioState(({ document }) => document === null || stageBackdrop(document) === null);

function BehindIt() {
  const isClear = useIsClear();
  return (
    <Section
      title={t('Background color')}
      note={isClear ? t('Downloads are transparent.') : t('Downloads include this color.')}
    >
      <BackdropSwatches className="-mx-1.5" />
    </Section>
  );
}

export function PhoneCutOut({ context }: PanelProps) {
  const hasResult = useHasResult();
  if (context.isRefining) return <PhoneRefine context={context} />;
  if (!hasResult) return null;
  return (
    <>
      <FlagsRow />
      <div className="flex items-center gap-1">
        <div className="min-w-0 max-w-md flex-1">
          <BackdropSwatches />
          <BackgroundNote />
        </div>
        <CommandButton id="cut-out:parts" context={context} caption={t('Parts')} outlined side="top" />
        <CommandButton id="cut-out:refine" context={context} caption={t('Edge')} outlined side="top" />
      </div>
    </>
  );
}

function BackgroundNote() {
  const isClear = useIsClear();
  return (
    <p className="px-1.5 text-xs text-muted">
      {isClear ? t('Downloads are transparent') : t('Downloads include this background color')}
    </p>
  );
}
