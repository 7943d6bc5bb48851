import { t } from '@packshot/contract/text/translation';
import { useId } from 'react';
import { Slider } from '../../../../ui/slider.tsx';
import { STRAIGHTEN_MAX_DEG } from '../../model/crop.ts';
import { tenths } from '../../panel/words.ts';
import { getCrop } from './cropping.ts';
import { createCropActions } from './crop-actions.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';

const STEP_DEG = 0.1;
const TICKS = Array.from({ length: 19 }, (_, at) => at * 5 - STRAIGHTEN_MAX_DEG);

/** Angle slider with a ruler; clicking the number resets it to zero. */
export function AngleRuler() {
  const angleDeg = useStudioState(({ document }) => (document ? getCrop(document).angleDeg : 0));
  const { straighten, endCropping } = useActions(createCropActions);
  const id = useId();
  const text = `${angleDeg > 0 ? '+' : ''}${tenths(angleDeg).replace('-', '−')}°`;
  return (
    <div className="text-sm">
      <div className="flex items-center justify-between">
        <label htmlFor={id} className="font-medium">
          {t('Angle')}
        </label>
        <button
          type="button"
          aria-label={t('Angle {angle}. Reset to zero', { angle: text })}
          disabled={angleDeg === 0}
          onClick={() => {
            straighten(0);
            endCropping();
          }}
          className="h-7 rounded-md px-2 text-xs text-muted tabular-nums hover:bg-fill disabled:hover:bg-transparent pointer-coarse:h-10"
        >
          {text}
        </button>
      </div>
      <Slider
        id={id}
        min={-STRAIGHTEN_MAX_DEG}
        max={STRAIGHTEN_MAX_DEG}
        step={STEP_DEG}
        value={angleDeg}
        text={t('{angle} degrees', { angle: tenths(angleDeg) })}
        onChange={straighten}
        onPointerUp={endCropping}
        onKeyUp={endCropping}
        className="block h-7 w-full cursor-pointer accent-ink pointer-coarse:h-10"
      />
      <div aria-hidden className="mx-2 flex items-start justify-between text-muted">
        {TICKS.map((tick) => (
          <span
            key={tick}
            className={
              tick % 45 === 0
                ? 'h-2.5 w-px bg-ink'
                : tick % 15 === 0
                  ? 'h-2 w-px bg-muted'
                  : 'h-1 w-px bg-line-strong'
            }
          />
        ))}
      </div>
    </div>
  );
}
