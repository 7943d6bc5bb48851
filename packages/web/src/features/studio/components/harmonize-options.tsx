import { currentResult } from '../document/results.ts';
import { harmonizable } from '../runnable.ts';
import { isComposing } from '../scene/composing.ts';
import { theStudio } from '../studio.ts';
import { useStudio } from '../use-studio.ts';
import { SliderField } from './fields.tsx';
import { Section } from './section.tsx';

/** How far the product is matched to what lies behind it. */
export default function HarmonizeOptions() {
  const strength = useStudio((state) => state.document?.edits.settings.strength ?? 0);
  const made = useStudio(({ document }) => (document && currentResult(document)?.strength) ?? null);
  const isPossible = useStudio(
    (state) => state.document !== null && (isComposing(state) || harmonizable(state.document) !== null),
  );
  return (
    <Section title="Match the light" note={made === null ? '' : `Made at ${percent(made)}`}>
      <SliderField
        label="Strength"
        min={0}
        max={1}
        step={0.01}
        value={strength}
        text={percent(strength)}
        onChange={(value) => theStudio().settings.setStrength(value)}
      />
      <p className="mt-2 text-xs text-muted">{isPossible ? helpFor(strength, made) : HOW}</p>
    </Section>
  );
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

const HOW =
  'Puts a product into the light of its background: colour, contrast, grain and the shadow where it stands. Put it on a picture or a colour first, in Background.';

function helpFor(strength: number, made: number | null): string {
  if (made === null) return 'Colour, contrast, grain and the shadow where it stands follow the background.';
  if (strength < made) return 'The stage shows how it will look. Harmonize again to make it so.';
  if (strength > made) return 'Stronger than what was made: harmonize again to see it.';
  return 'This is how it was made. Move the slider to see it weaker at once.';
}
