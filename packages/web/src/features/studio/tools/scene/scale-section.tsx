import { scaleInName } from '@packshot/image-engine/pixels';
import { PRODUCT_SCALES } from '@packshot/contract/tools/product-scale';
import type { ProductScale } from '@packshot/contract/tools/product-scale';
import { Section } from '../../panel/section.tsx';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { createSceneActions } from './scene-actions.ts';
import { useScene } from './use-scene.ts';
import { scaleInPhoto } from './read-scale.ts';

const WORDS: Readonly<Record<ProductScale, string>> = {
  hand: 'Handheld',
  table: 'Tabletop',
  furniture: 'Furniture',
  vehicle: 'Vehicle',
};

const AS_READ = 'read';
const AS_SAID = {
  name: 'From its name',
  photo: 'From its photo',
  none: 'Default',
} as const;
const NOTES = {
  name: 'From its name',
  photo: 'From its photo',
  none: 'Couldn’t tell from the photo',
} as const;

/** Real-world size of the product, which determines the offered scenes: detected from its name or photo, unless the user sets it. */
export function ScaleSection() {
  const { setScale } = useActions(createSceneActions);
  const { scale: selectedScale } = useScene();
  const scaleFromName = useStudioState(({ document }) => document && scaleInName(document.edits.productName));
  const scaleFromPhoto = useStudioState(({ document }) => document && scaleInPhoto(document));
  const read = WORDS[scaleFromName ?? scaleFromPhoto ?? 'table'];
  const source = scaleFromName !== null ? 'name' : scaleFromPhoto !== null ? 'photo' : 'none';
  return (
    <Section title="Real-world size" note={formatNote(selectedScale, source)}>
      <select
        aria-label="Real-world size of the product"
        value={selectedScale ?? AS_READ}
        onChange={({ currentTarget }) =>
          setScale(PRODUCT_SCALES.find((scale) => scale === currentTarget.value) ?? null)
        }
        className="h-9 w-full rounded-md border border-field-line bg-surface px-2.5 text-sm pointer-coarse:h-11 pointer-coarse:text-base"
      >
        <option value={AS_READ}>
          {selectedScale === null
            ? read
            : `${AS_SAID[source]}: ${read.charAt(0).toLowerCase()}${read.slice(1)}`}
        </option>
        {PRODUCT_SCALES.map((scale) => (
          <option key={scale} value={scale}>
            {WORDS[scale]}
          </option>
        ))}
      </select>
    </Section>
  );
}

function formatNote(selectedScale: ProductScale | null, source: keyof typeof NOTES): string {
  return selectedScale === null ? NOTES[source] : 'Set by you';
}
