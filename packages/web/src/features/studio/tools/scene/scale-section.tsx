import { scaleInName } from '@packshot/image-engine/pixels';
import { PRODUCT_SCALES } from '@packshot/contract/tools/product-scale';
import type { ProductScale } from '@packshot/contract/tools/product-scale';
import { Section } from '../../panel/section.tsx';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { createSceneActions } from './scene-actions.ts';
import { useScene } from './use-scene.ts';

const WORDS: Readonly<Record<ProductScale, string>> = {
  hand: 'Held in a hand',
  table: 'On a table',
  furniture: 'Furniture',
  vehicle: 'Vehicle',
};

const FROM_NAME = 'name';

/** How large the product is in life, which decides the scenes that are offered: as its name tells, until somebody says otherwise. */
export function ScaleSection() {
  const { setScale } = useActions(createSceneActions);
  const { scale: chosen } = useScene();
  const read = useStudioState(({ document }) => document && scaleInName(document.edits.productName));
  const fromName = WORDS[read ?? 'table'];
  return (
    <Section title="Size in life" note={noteOf(chosen, read)}>
      <select
        aria-label="How large the product is in life"
        value={chosen ?? FROM_NAME}
        onChange={({ currentTarget }) =>
          setScale(PRODUCT_SCALES.find((scale) => scale === currentTarget.value) ?? null)
        }
        className="h-9 w-full rounded-md border border-field-line bg-surface px-2.5 text-sm pointer-coarse:h-11 pointer-coarse:text-base"
      >
        <option value={FROM_NAME}>
          {chosen === null
            ? fromName
            : `As its name says: ${fromName.charAt(0).toLowerCase()}${fromName.slice(1)}`}
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

function noteOf(chosen: ProductScale | null, read: ProductScale | null): string {
  if (chosen !== null) return 'Chosen by you';
  return read === null ? 'Its name does not tell' : 'From its name';
}
