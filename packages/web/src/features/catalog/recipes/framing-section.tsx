import { formatPercent } from '../../../lib/page/percent.ts';
import { t } from '@packshot/contract/text/translation';
import type { RecipeFraming } from '@packshot/contract/catalog/recipe';
import { Card } from '../../../ui/card.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { RangeField } from '../fields.tsx';

interface FramingSectionProps {
  readonly framing: RecipeFraming;
  readonly onChange: (framing: RecipeFraming) => void;
}

/** Height of the baseline when the user first enables it, in percent. */
const USUAL_BASELINE_PERCENT = 88;

export function FramingSection({ framing, onChange }: FramingSectionProps) {
  const set = (part: Partial<RecipeFraming>): void => onChange({ ...framing, ...part });
  const { fill_percent, margin_percent, baseline_percent } = framing;
  return (
    <Card className="grid gap-5 p-6 max-md:p-5">
      <h2 className="text-base font-semibold">{t('Framing')}</h2>
      <RangeField
        label={t('Product fills')}
        value={fill_percent}
        min={5}
        max={100}
        text={formatPercent(fill_percent / 100)}
        onChange={(value) => set({ fill_percent: value })}
      />
      <RangeField
        label={t('Minimum margin')}
        value={margin_percent}
        min={0}
        max={45}
        text={formatPercent(margin_percent / 100)}
        onChange={(value) => set({ margin_percent: value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SegmentedControl
          label={t('Horizontal')}
          value={framing.align_x}
          segments={[
            { value: 'left', label: t('Left') },
            { value: 'center', label: t('Center') },
            { value: 'right', label: t('Right') },
          ]}
          onChange={(align_x) => set({ align_x })}
          className="w-full"
        />
        <SegmentedControl
          label={t('Vertical')}
          value={baseline_percent === null ? framing.align_y : 'baseline'}
          segments={[
            { value: 'top', label: t('Top') },
            { value: 'center', label: t('Middle') },
            { value: 'bottom', label: t('Bottom') },
            { value: 'baseline', label: t('Baseline') },
          ]}
          onChange={(value) =>
            value === 'baseline'
              ? set({ baseline_percent: USUAL_BASELINE_PERCENT })
              : set({ align_y: value, baseline_percent: null })
          }
          className="w-full"
        />
      </div>
      {baseline_percent !== null && (
        <RangeField
          label={t('Baseline')}
          value={baseline_percent}
          min={10}
          max={100}
          text={t('{percent}% of the height', { percent: baseline_percent })}
          onChange={(value) => set({ baseline_percent: value })}
        />
      )}
    </Card>
  );
}
