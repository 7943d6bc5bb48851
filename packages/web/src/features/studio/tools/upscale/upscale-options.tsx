import { LANGUAGE } from '@packshot/contract/text/interface-language';
import { messages, t } from '@packshot/contract/text/translation';
import type { UpscaleFactor, UpscaleMode } from '@packshot/contract/tools/limits';
import { UPSCALE_FACTORS, UPSCALE_MAX_SIDE_PX, UPSCALE_MODES } from '@packshot/contract/tools/limits';
import { Columns2 } from 'lucide';
import { Button } from '../../../../ui/button.tsx';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { DEFAULT_SETTINGS } from '../../model/edits.ts';
import { createViewActions } from '../../stage/view-actions.ts';
import { useActions, useCurrentSize, useStudioState } from '../../state/use-studio.ts';
import { createUpscaleSettings, isFullyEnlarged, UPSCALE_ENGINE } from './upscale-work.ts';
import { EngineSection } from '../../panel/engine-section.tsx';
import { enlargeSize, fitsLimit } from './upscale-limit.ts';
import { SwitchField } from '../../panel/fields.tsx';
import { Section } from '../../panel/section.tsx';
import { dimensions } from '../../panel/words.ts';

const MODES: Readonly<Record<UpscaleMode, { readonly label: string; readonly help: string }>> = messages({
  faithful: { label: 'Faithful', help: 'Adds nothing that isn’t in the photo. Text stays as it is.' },
  detailed: { label: 'Detailed', help: 'Draws crisper edges and texture.' },
});

export function UpscalePanel() {
  return (
    <>
      <UpscaleOptions />
      <EngineSection use={UPSCALE_ENGINE} />
    </>
  );
}

function UpscaleOptions() {
  const { mode, isDone } = useUpscale();
  if (isDone) return <Upscaled />;
  return (
    <>
      <Section title={t('Size')}>
        <FactorChoice />
        <OutputSize />
      </Section>
      <Section title={t('Detail')}>
        <ModeChoice />
        <p className="mt-2 text-xs text-muted">{MODES[mode].help}</p>
        <CleanUpChoice />
        <p className="text-xs text-muted">{t('Removes noise and JPEG artifacts first.')}</p>
      </Section>
    </>
  );
}

export function CompactUpscaleOptions() {
  const { isDone } = useUpscale();
  if (isDone) return <Upscaled />;
  return (
    <>
      <div className="flex gap-2">
        <FactorChoice />
        <ModeChoice />
      </div>
      <OutputSize />
      <CleanUpChoice />
    </>
  );
}

/** Section about an enlarged picture: facts, comparison, and further enlargement. */
function Upscaled() {
  const viewActions = useActions(createViewActions);
  const settings = useActions(createUpscaleSettings);
  const { size } = useUpscale();
  const further = size && UPSCALE_FACTORS.findLast((factor) => fitsLimit(size, factor));
  return (
    <Section title={t('Upscaled')}>
      {size && (
        <p className="flex justify-between text-sm">
          <span className="text-muted">{t('Size')}</span>
          <span className="font-medium tabular-nums">{dimensions(size.widthPx, size.heightPx)}</span>
        </p>
      )}
      <Button
        variant="secondary"
        icon={Columns2}
        onClick={() => viewActions.setCompare('slider')}
        className="mt-3 w-full"
      >
        {t('Compare before and after')}
      </Button>
      {further && (
        <Button
          variant="ghost"
          onClick={() => settings.setUpscale({ factor: further })}
          className="mt-2 w-full"
        >
          {t('Upscale ×{factor} more', { factor: further })}
        </Button>
      )}
    </Section>
  );
}

function useUpscale() {
  const { factor, mode, cleansUp } = useStudioState(
    (state) => state.document?.edits.settings ?? DEFAULT_SETTINGS,
  );
  const size = useCurrentSize();
  const tooLarge = size ? UPSCALE_FACTORS.filter((candidate) => !fitsLimit(size, candidate)) : [];
  const isDone = useStudioState(isFullyEnlarged);
  return { factor, mode, cleansUp, size, tooLarge, isDone };
}

function FactorChoice() {
  const settings = useActions(createUpscaleSettings);
  const { factor, tooLarge } = useUpscale();
  return (
    <SegmentedControl
      label={t('Scale', { context: 'factor' })}
      value={String(factor)}
      segments={UPSCALE_FACTORS.map((candidate) => ({
        value: String(candidate),
        label: `×${candidate}`,
        disabled: tooLarge.includes(candidate),
      }))}
      onChange={(value) => settings.setUpscale({ factor: Number(value) as UpscaleFactor })}
      className="w-full"
    />
  );
}

function ModeChoice() {
  const settings = useActions(createUpscaleSettings);
  const { mode } = useUpscale();
  return (
    <SegmentedControl
      label={t('Detail')}
      value={mode}
      segments={UPSCALE_MODES.map((value) => ({ value, label: MODES[value].label }))}
      onChange={(value) => settings.setUpscale({ mode: value })}
      className="w-full"
    />
  );
}

function CleanUpChoice() {
  const settings = useActions(createUpscaleSettings);
  const { cleansUp } = useUpscale();
  return (
    <SwitchField
      label={t('Clean up first')}
      isOn={cleansUp}
      onChange={(isOn) => settings.setUpscale({ cleansUp: isOn })}
    />
  );
}

/** Size of the output, and the reason why some factors are unavailable. */
function OutputSize() {
  const { factor, size, tooLarge } = useUpscale();
  const output = size && !tooLarge.includes(factor) ? enlargeSize(size, factor) : null;
  return (
    <>
      {output && (
        <p className="mt-2 flex justify-between text-sm">
          <span className="text-muted">{t('New size')}</span>
          <span className="font-medium tabular-nums">{dimensions(output.widthPx, output.heightPx)}</span>
        </p>
      )}
      {/* Hidden if no factor is available, because the main button then shows the reason. */}
      {tooLarge.length > 0 && tooLarge.length < UPSCALE_FACTORS.length && (
        <p className="mt-2 text-xs text-muted">
          {t('{factors} would be larger than {limit} px on a side, which is the limit.', {
            factors: new Intl.ListFormat(LANGUAGE).format(tooLarge.map((candidate) => `×${candidate}`)),
            limit: UPSCALE_MAX_SIDE_PX,
          })}
        </p>
      )}
    </>
  );
}
