import { UPSCALE_FACTORS, UPSCALE_MAX_SIDE_PX, UPSCALE_MODES } from '@packshot/contract/limits';
import type { UpscaleFactor, UpscaleMode } from '@packshot/contract/limits';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { DEFAULT_SETTINGS } from '../document/edits.ts';
import { theStudio } from '../studio.ts';
import { enlarged, fitsLimit } from '../upscale-limit.ts';
import { useCurrentSize, useStudio } from '../use-studio.ts';
import { Section } from './section.tsx';
import { dimensions } from './words.ts';

const MODES: Readonly<Record<UpscaleMode, { readonly label: string; readonly help: string }>> = {
  faithful: { label: 'Faithful', help: 'Adds nothing that the photo does not show. Text stays as it is.' },
  detailed: { label: 'Detailed', help: 'Draws crisper edges and texture.' },
};

/** How much larger, and how. */
export function UpscaleOptions() {
  const { mode } = useUpscale();
  return (
    <>
      <Section title="Enlarge">
        <FactorChoice />
        <OutputSize />
      </Section>
      <Section title="Detail">
        <ModeChoice />
        <p className="mt-2 text-xs text-muted">{MODES[mode].help}</p>
      </Section>
    </>
  );
}

/** The same in little room. */
export function CompactUpscaleOptions() {
  return (
    <>
      <div className="flex gap-2">
        <FactorChoice />
        <ModeChoice />
      </div>
      <OutputSize />
    </>
  );
}

function useUpscale() {
  const { factor, mode } = useStudio((state) => state.document?.edits.settings ?? DEFAULT_SETTINGS);
  const size = useCurrentSize();
  const tooLarge = size ? UPSCALE_FACTORS.filter((candidate) => !fitsLimit(size, candidate)) : [];
  return { factor, mode, size, tooLarge };
}

function FactorChoice() {
  const { factor, tooLarge } = useUpscale();
  return (
    <SegmentedControl
      label="How many times larger"
      value={String(factor)}
      segments={UPSCALE_FACTORS.map((candidate) => ({
        value: String(candidate),
        label: `×${candidate}`,
        disabled: tooLarge.includes(candidate),
      }))}
      onChange={(value) => theStudio().settings.setUpscale({ factor: Number(value) as UpscaleFactor })}
      className="w-full"
    />
  );
}

function ModeChoice() {
  const { mode } = useUpscale();
  return (
    <SegmentedControl
      label="How much may be added"
      value={mode}
      segments={UPSCALE_MODES.map((value) => ({ value, label: MODES[value].label }))}
      onChange={(value) => theStudio().settings.setUpscale({ mode: value })}
      className="w-full"
    />
  );
}

/** How large the result will be, and why not larger. */
function OutputSize() {
  const { factor, size, tooLarge } = useUpscale();
  const output = size && !tooLarge.includes(factor) ? enlarged(size, factor) : null;
  return (
    <>
      {output && (
        <p className="mt-2 flex justify-between text-sm">
          <span className="text-muted">New size</span>
          <span className="font-medium tabular-nums">{dimensions(output.widthPx, output.heightPx)}</span>
        </p>
      )}
      {tooLarge.length > 0 && (
        <p className="mt-2 text-xs text-muted">
          {tooLarge.map((candidate) => `×${candidate}`).join(' and ')} would be larger than{' '}
          {UPSCALE_MAX_SIDE_PX} px on a side, which is the limit.
        </p>
      )}
    </>
  );
}
