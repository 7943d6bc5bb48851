import { t } from '@packshot/contract/text/translation';
import { Button } from '../../../ui/button.tsx';
import { SliderField } from './fields.tsx';

interface MatchFieldProps {
  /** Strength of matching, 0 to `max`; 0 keeps the product exactly as in the photo. */
  readonly value: number;
  readonly max: number;
  readonly step: number;
  /** Value as shown to the user; not used for 0, which is shown as “Exact”. */
  readonly text: string;
  readonly onChange: (value: number) => void;
}

/** Slider for how far the product takes on the surrounding light; “Exact” keeps its colors as in the photo. */
export function MatchField({ value, max, step, text, onChange }: MatchFieldProps) {
  const isExact = value === 0;
  return (
    <div className="flex items-end gap-3">
      <div className="min-w-0 flex-1">
        <SliderField
          label={t('Match the scene')}
          min={0}
          max={max}
          step={step}
          value={value}
          text={isExact ? t('Exact') : text}
          onChange={onChange}
        />
      </div>
      <Button
        size="sm"
        variant="secondary"
        aria-pressed={isExact}
        disabled={isExact}
        title={t('Leave the product’s colors exactly as they are in the photo')}
        onClick={() => onChange(0)}
        className="pointer-coarse:h-11"
      >
        {t('Exact')}
      </Button>
    </div>
  );
}
