import { messages, t } from '@packshot/contract/text/translation';
import { scaleInName } from '@packshot/image-engine/pixels';
import { PRODUCT_SCALES } from '@packshot/contract/tools/product-scale';
import type { ProductScale } from '@packshot/contract/tools/product-scale';
import { typedName } from '../../model/document.ts';
import { Section } from '../../panel/section.tsx';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { createSceneActions } from './scene-actions.ts';
import { useScene } from './use-scene.ts';
import { scaleInPhoto } from './read-scale.ts';

export const PRODUCT_SCALE_NAMES: Readonly<Record<ProductScale, string>> = messages({
  hand: 'Handheld',
  table: 'Tabletop',
  furniture: 'Furniture',
  vehicle: 'Vehicle',
});
/** Names of the sizes for use within a sentence. */
const WORDS_WITHIN: Readonly<Record<ProductScale, string>> = messages({
  hand: 'handheld',
  table: 'tabletop',
  furniture: 'furniture',
  vehicle: 'vehicle',
});

const AS_READ = 'read';
const NOTES = messages({
  name: 'From its name',
  photo: 'From its photo',
  none: 'Couldn’t tell from the photo',
});

/**
 * Option for the real-world size of the product, on which the offered scenes depend: derived from the name or photo,
 * unless the user sets it.
 */
export function ScaleSection() {
  const { setScale } = useActions(createSceneActions);
  const { scale: selectedScale } = useScene();
  const scaleFromName = useStudioState(({ document }) => document && scaleInName(typedName(document)));
  const scaleFromPhoto = useStudioState(({ document }) => document && scaleInPhoto(document));
  const read = scaleFromName ?? scaleFromPhoto ?? 'table';
  const source = scaleFromName !== null ? 'name' : scaleFromPhoto !== null ? 'photo' : 'none';
  return (
    <Section title={t('Real-world size')} note={formatNote(selectedScale, source)}>
      <select
        aria-label={t('Real-world size of the product')}
        value={selectedScale ?? AS_READ}
        onChange={({ currentTarget }) =>
          setScale(PRODUCT_SCALES.find((scale) => scale === currentTarget.value) ?? null)
        }
        className="h-9 w-full rounded-md border border-field-line bg-surface px-2.5 text-sm pointer-coarse:h-11 pointer-coarse:text-base"
      >
        <option value={AS_READ}>
          {selectedScale === null ? PRODUCT_SCALE_NAMES[read] : formatRead(WORDS_WITHIN[read], source)}
        </option>
        {PRODUCT_SCALES.map((scale) => (
          <option key={scale} value={scale}>
            {PRODUCT_SCALE_NAMES[scale]}
          </option>
        ))}
      </select>
    </Section>
  );
}

function formatRead(scale: string, source: keyof typeof NOTES): string {
  switch (source) {
    case 'name':
      return t('From its name: {scale}', { scale });
    case 'photo':
      return t('From its photo: {scale}', { scale });
    case 'none':
      return t('Default: {scale}', { scale });
  }
}

function formatNote(selectedScale: ProductScale | null, source: keyof typeof NOTES): string {
  return selectedScale === null ? NOTES[source] : t('Set by you');
}
