import { EngineSection } from '../../panel/engine-section.tsx';
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
    </>
  );
}
