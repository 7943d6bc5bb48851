import { t } from '@packshot/contract/text/translation';
import { useState } from 'react';
import { formatPercent } from '../../../../lib/page/percent.ts';
import { Button } from '../../../../ui/button.tsx';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { Slider } from '../../../../ui/slider.tsx';
import { createUndoActions } from '../../documents/undo-actions.ts';
import { hasOpenAdjustment } from '../../model/adjustment.ts';
import type { AdjustableScene } from '../../model/adjustment.ts';
import { Pills } from '../../panel/fields.tsx';
import { isBusy } from '../../state/studio-state.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { warmthText } from './adjust-words.ts';
import { LEVEL, PartColors, WARMTH } from './dimmers.tsx';
import { useMadeLamp, useMadeParts } from './made-scene-section.tsx';
import { createSceneActions } from './scene-actions.ts';

/** Light and colors of a made scene in three rows, so that the picture keeps its height. */
export function PhoneAdjust({ scene }: { readonly scene: AdjustableScene }) {
  const isChanged = useStudioState(({ document }) => document !== null && hasOpenAdjustment(document));
  const isRunning = useStudioState(isBusy);
  const { discardAdjustment } = useActions(createSceneActions);
  const parts = useMadeParts(scene);
  return (
    <fieldset disabled={isRunning} className="min-w-0 space-y-1">
      <PhoneLamp scene={scene} />
      <div className="flex items-center gap-2">
        <PartColors
          {...parts}
          aria-label={t('Colors')}
          className="-ml-3 min-w-0 flex-1 overflow-x-auto pl-3"
        />
        {isChanged && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={t('Discard changes')}
            onClick={discardAdjustment}
            className="shrink-0 pointer-coarse:h-10"
          >
            {t('Discard')}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

/** Brightness or warmth of one lamp. */
function PhoneLamp({ scene }: { readonly scene: AdjustableScene }) {
  const lamp = useMadeLamp(scene);
  const { endGesture } = useActions(createUndoActions);
  const [property, setProperty] = useState<'level' | 'warmth'>('level');
  if (!lamp) return null;
  const range = property === 'level' ? LEVEL : WARMTH;
  const text = property === 'level' ? formatPercent(lamp.level) : warmthText(lamp.warmth);
  return (
    <>
      <Pills
        label={t('Lamp')}
        value={lamp.id}
        options={lamp.options}
        onChange={lamp.choose}
        className="-mx-3 flex-nowrap! overflow-x-auto px-3"
      />
      <div className="flex items-center gap-3">
        <SegmentedControl
          label={t('Setting of the lamp')}
          value={property}
          segments={[
            { value: 'level', label: LEVEL.label },
            { value: 'warmth', label: WARMTH.label },
          ]}
          onChange={setProperty}
          className="shrink-0"
        />
        <Slider
          min={range.min}
          max={range.max}
          step={range.step}
          aria-label={range.label}
          value={lamp[property]}
          text={text}
          onChange={(value) => lamp.change({ [property]: value })}
          onPointerUp={endGesture}
          onKeyUp={endGesture}
          className="h-10 min-w-0 flex-1 cursor-pointer accent-ink"
        />
        <span aria-hidden className="w-10 shrink-0 text-right text-xs text-muted tabular-nums">
          {property === 'level' ? text : formatPercent(lamp.warmth)}
        </span>
      </div>
    </>
  );
}
