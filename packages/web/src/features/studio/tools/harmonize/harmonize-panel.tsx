import { t } from '@packshot/contract/text/translation';
import { EngineSection } from '../../panel/engine-section.tsx';
import { EngineFacts } from '../../panel/integrity-report.tsx';
import { Section } from '../../panel/section.tsx';
import { useCurrentResult } from '../../state/use-studio.ts';
import { getProductPixels } from '../../model/results.ts';
import HarmonizeOptions from './harmonize-options.tsx';
import { HARMONIZE_ENGINE } from './harmonize-work.ts';
import { SurroundingsSection } from './surroundings-section.tsx';

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

/** Section about the picture on the stage: its engine, and the comparison of the product's pixels. */
function ResultSection() {
  const result = useCurrentResult();
  if (result?.tool !== 'harmonize' || (!result.engine && !getProductPixels(result))) return null;
  return (
    <Section title={t('This picture')}>
      <EngineFacts key={result.id} result={result} />
    </Section>
  );
}
