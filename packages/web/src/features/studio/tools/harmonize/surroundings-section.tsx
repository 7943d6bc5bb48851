import { ESTIMATED_SURROUNDINGS } from '@packshot/contract/tools/surroundings';
import { Button } from '../../../../ui/button.tsx';
import { SliderField } from '../../panel/fields.tsx';
import { ViewSelect } from '../../panel/view-select.tsx';
import { cameraWords, HEIGHT_CHOICES_DEG } from '../../panel/view-words.ts';
import { Section } from '../../panel/section.tsx';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { createHarmonizeSettings, harmonizable, isOnFlatGround } from './harmonize-work.ts';
import { lightWords, formatOrigin, useSurroundings } from './surroundings.ts';

/** Light and background: estimated, unless the user sets them. */
export function SurroundingsSection() {
  const { setSurroundings } = useActions(createHarmonizeSettings);
  const { set, light, isLightSure, groundLine, isGroundSure, elevationDeg } = useSurroundings();
  const isPossible = useStudioState(
    ({ document }) => document !== null && (isOnFlatGround(document) || harmonizable(document) !== null),
  );
  if (!isPossible) return null;
  const isSet = Object.values(set).some((part) => part !== null);
  return (
    <Section title="Light and ground">
      <dl className="space-y-1 text-sm">
        <Row name={lightWords(light)} origin={formatOrigin(set.light !== null, isLightSure)} />
        {groundLine !== null && (
          <Row
            name={`Ground ends ${Math.round(groundLine * 100)}% from the top`}
            origin={formatOrigin(set.groundLine !== null, isGroundSure)}
          />
        )}
      </dl>
      {groundLine !== null && (
        <div className="mt-2">
          <ViewSelect
            label="Camera height"
            choices={HEIGHT_CHOICES_DEG.map(cameraWords)}
            chosen={set.elevationDeg === null ? null : cameraWords(set.elevationDeg)}
            read={`${cameraWords(elevationDeg)} (estimated)`}
            onChoose={(words) =>
              setSurroundings({
                elevationDeg: HEIGHT_CHOICES_DEG.find((one) => cameraWords(one) === words) ?? null,
              })
            }
          />
        </div>
      )}
      <p className="mt-2 mb-3 text-xs text-muted">Drag the sun and the line on the picture to change them.</p>
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
        Reset to estimate
      </Button>
    </Section>
  );
}

const TONES = [
  { part: 'warmth', label: 'Warmth', less: 'colder', more: 'warmer' },
  { part: 'brightness', label: 'Brightness', less: 'darker', more: 'brighter' },
] as const;

function toneText(value: number | null, less: string, more: string): string {
  if (value === null) return 'Estimated';
  if (value === 0) return 'As in the photo';
  return `${Math.round(Math.abs(value) * 100)}% ${value < 0 ? less : more}`;
}

function Row({ name, origin }: { readonly name: string; readonly origin: string }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt>{name}</dt>
      <dd className="text-xs whitespace-nowrap text-muted">{origin}</dd>
    </div>
  );
}
