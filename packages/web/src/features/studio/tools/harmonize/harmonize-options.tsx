import { formatPercent } from '../../../../lib/page/percent.ts';
import { t } from '@packshot/contract/text/translation';
import { Image as ImageIcon } from 'lucide';
import { currentResult } from '../../model/results.ts';
import { createHarmonizeSettings, harmonizable, isMadeFor, isOnFlatBackground } from './harmonize-work.ts';
import { createRunActions } from '../../run/run-actions.ts';
import { createSceneActions } from '../scene/scene-actions.ts';
import { Button } from '../../../../ui/button.tsx';
import { classNames } from '../../../../ui/class-names.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { MatchField } from '../../panel/match-field.tsx';
import { Section } from '../../panel/section.tsx';

export default function HarmonizeOptions() {
  const settings = useActions(createHarmonizeSettings);
  const strength = useStudioState((state) => state.document?.edits.settings.strength ?? 0);
  const appliedStrength = useStudioState(
    ({ document }) => (document && currentResult(document)?.strength) ?? null,
  );
  const isPossible = useStudioState(
    ({ document }) => document !== null && (isOnFlatBackground(document) || harmonizable(document) !== null),
  );
  const isChanged = useStudioState(({ document }) => {
    const result = document && currentResult(document);
    if (!document || result?.tool !== 'harmonize') return false;
    return !isMadeFor(result, document.edits.settings.surroundings);
  });
  return (
    <>
      <p className={classNames('text-sm text-muted under:mb-2', isPossible && 'under:hidden')}>
        {t('Matches a product’s light, color and shadows to its background picture or color.')}
      </p>
      <Section
        title={t('Light')}
        note={
          appliedStrength === null ? '' : t('Applied at {strength}', { strength: percent(appliedStrength) })
        }
      >
        <MatchField
          value={strength}
          max={1}
          step={0.01}
          text={percent(strength)}
          onChange={(value) => settings.setStrength(value)}
        />
        {isPossible && <QuickTones />}
        {!isPossible && <NextStep />}
        {isPossible && (
          <p className="mt-2 text-xs text-muted">{helpFor(strength, appliedStrength, isChanged)}</p>
        )}
      </Section>
    </>
  );
}

/** Change of light by one click: about three CIEDE2000 at the default strength, which is visible side by side. */
const TAP = 0.4;
const QUICK_TONES = [
  { name: t('Warmer'), part: 'warmth', by: TAP },
  { name: t('Cooler'), part: 'warmth', by: -TAP },
  { name: t('Brighter'), part: 'brightness', by: TAP },
  { name: t('Darker'), part: 'brightness', by: -TAP },
] as const;

/** Buttons for warmth and brightness, which the estimate leaves open: it can't tell paint from light. */
function QuickTones() {
  const { setSurroundings } = useActions(createHarmonizeSettings);
  const set = useStudioState((state) => state.document?.edits.settings.surroundings);
  return (
    <div className="mt-2 grid grid-cols-4 gap-1.5">
      {QUICK_TONES.map(({ name, part, by }) => {
        const now = set?.[part] ?? 0;
        const next = Math.max(-1, Math.min(1, Math.round((now + by) * 100) / 100));
        return (
          <Button
            key={name}
            size="sm"
            variant="secondary"
            disabled={next === now}
            onClick={() => setSurroundings({ [part]: next === 0 ? null : next })}
            className="px-1! text-xs pointer-coarse:h-11"
          >
            {name}
          </Button>
        );
      })}
    </div>
  );
}

const percent = (share: number): string => formatPercent(Math.round(share * 100) / 100);

/** Button for a product without a background: opens the Background tool at the choice of a picture. */
function NextStep() {
  const runActions = useActions(createRunActions);
  const sceneActions = useActions(createSceneActions);
  return (
    <Button
      variant="secondary"
      icon={ImageIcon}
      onClick={() => {
        sceneActions.setBackground('picture');
        runActions.chooseTool('scene');
      }}
      className="mt-2 w-full"
    >
      {t('Choose a background picture')}
    </Button>
  );
}

function helpFor(strength: number, appliedStrength: number | null, isChanged: boolean): string {
  if (appliedStrength === null) return t('Light, color and shadows follow the background.');
  if (isChanged) return t('You changed the light or the ground: harmonize again to see it.');
  if (strength < appliedStrength) return t('This is a preview. Harmonize again to apply it.');
  if (strength > appliedStrength) return t('You raised the strength. Harmonize again to see it.');
  return t('Move the slider to preview a weaker effect.');
}
