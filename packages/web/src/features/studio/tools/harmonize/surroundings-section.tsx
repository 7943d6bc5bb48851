import { t } from '@packshot/contract/text/translation';
import { ESTIMATED_SURROUNDINGS } from '@packshot/contract/tools/surroundings';
import { Button } from '../../../../ui/button.tsx';
import { SliderField } from '../../panel/fields.tsx';
import { ViewSelect } from '../../panel/view-select.tsx';
import { cameraWords, HEIGHT_CHOICES_DEG, heightWords } from '../../panel/view-words.ts';
import { Section } from '../../panel/section.tsx';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { createHarmonizeSettings, harmonizable, isOnFlatBackground } from './harmonize-work.ts';
import { lightWords, formatOrigin, useSurroundings } from './surroundings.ts';

/** Panel section for light and background: estimated values, unless the user sets them. */
export function SurroundingsSection() {
  const { setSurroundings } = useActions(createHarmonizeSettings);
  const { set, light, isLightSure, groundLine, isGroundSure, elevationDeg } = useSurroundings();
  const isPossible = useStudioState(
    ({ document }) => document !== null && (isOnFlatBackground(document) || harmonizable(document) !== null),
  );
  if (!isPossible) return null;
  const isSet = Object.values(set).some((part) => part !== null);
  return (
    <Section title={t('Light and ground')}>
      <dl className="space-y-1 text-sm">
        <Row name={lightWords(light)} origin={formatOrigin(set.light !== null, isLightSure)} />
        {groundLine !== null && (
          <Row
            name={t('Ground ends {percent}% from the top', { percent: Math.round(groundLine * 100) })}
            origin={formatOrigin(set.groundLine !== null, isGroundSure)}
          />
        )}
      </dl>
      {groundLine !== null && (
        <div className="mt-2">
          <ViewSelect
            label={t('Camera height')}
            choices={HEIGHT_CHOICES_DEG.map(cameraWords)}
            chosen={set.elevationDeg === null ? null : cameraWords(set.elevationDeg)}
            detected={
              set.elevationDeg === null
                ? t('Camera: {angle} (estimated)', { angle: heightWords(elevationDeg) })
                : t('From the photo: camera: {angle} (estimated)', { angle: heightWords(elevationDeg) })
            }
            onChoose={(words) =>
              setSurroundings({
                elevationDeg: HEIGHT_CHOICES_DEG.find((one) => cameraWords(one) === words) ?? null,
              })
            }
          />
        </div>
      )}
      <p className="mt-2 mb-3 text-xs text-muted">
        {t('Drag the sun and the line on the picture to change them.')}
      </p>
      {TONES.map(({ part, label, less, more }) => (
        <SliderField
          key={part}
          label={label}
          min={-100}
          max={100}
          step={1}
          value={Math.round((set[part] ?? 0) * 100)}
          text={toneText(set[part], less, more)}
          onChange={(value) => setSurroundings({ [part]: value / 100 })}
        />
      ))}
      <Button
        size="sm"
        variant="secondary"
        disabled={!isSet}
        onClick={() => setSurroundings(ESTIMATED_SURROUNDINGS)}
        className="mt-2 pointer-coarse:h-11"
      >
        {t('Reset to estimate')}
      </Button>
    </Section>
  );
}

type Percentage = (percent: number) => string;

const TONES = [
  {
    part: 'warmth',
    label: t('Warmth'),
    less: (percent: number) => t('{percent}% colder', { percent }),
    more: (percent: number) => t('{percent}% warmer', { percent }),
  },
  {
    part: 'brightness',
    label: t('Brightness'),
    less: (percent: number) => t('{percent}% darker', { percent }),
    more: (percent: number) => t('{percent}% brighter', { percent }),
  },
] as const;

function toneText(value: number | null, less: Percentage, more: Percentage): string {
  if (value === null) return t('Estimated');
  if (value === 0) return t('As in the photo');
  return (value < 0 ? less : more)(Math.round(Math.abs(value) * 100));
}

function Row({ name, origin }: { readonly name: string; readonly origin: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt>{name}</dt>
      <dd className="text-xs whitespace-nowrap text-muted">{origin}</dd>
    </div>
  );
}
