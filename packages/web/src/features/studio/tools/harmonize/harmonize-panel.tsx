import { EngineSection } from '../../panel/engine-section.tsx';
import { EngineFacts } from '../../panel/product-proof.tsx';
import { Section } from '../../panel/section.tsx';
import { useCurrentResult } from '../../state/use-studio.ts';
import { productPixelsOf } from '../../model/results.ts';
import HarmonizeOptions from './harmonize-options.tsx';
import { HARMONIZE_ENGINE } from './harmonize-work.ts';
import { SurroundingsSection } from './surroundings-section.tsx';

/** How far the product is matched, and by which engine. */
export default function HarmonizePanel() {
  return (
    <>
      <HarmonizeOptions />
      <SurroundingsSection />
      <EngineSection use={HARMONIZE_ENGINE} />
      <ResultSection />
    </>
  );
}

/** The picture on the stage: who matched it, and what became of the product. */
function ResultSection() {
  const result = useCurrentResult();
  if (result?.tool !== 'harmonize' || (!result.engine && !productPixelsOf(result))) return null;
  return (
    <Section title="This picture">
      <EngineFacts key={result.id} result={result} />
    </Section>
  );
}
