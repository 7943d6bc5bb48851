import { EngineSection } from '../../panel/engine-section.tsx';
import HarmonizeOptions from './harmonize-options.tsx';
import { HARMONIZE_ENGINE } from './harmonize-work.ts';

/** How far the product is matched, and by which engine. */
export default function HarmonizePanel() {
  return (
    <>
      <HarmonizeOptions />
      <EngineSection use={HARMONIZE_ENGINE} />
    </>
  );
}
