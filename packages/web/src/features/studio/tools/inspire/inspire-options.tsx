import { EngineSection } from '../../panel/engine-section.tsx';
import { INSPIRE_ENGINE } from '../scene/scene-work.ts';
import { LightSection } from '../scene/light-section.tsx';
import { CountSection, FrameSection, SeedSection } from '../scene/output-section.tsx';
import { PaletteSection } from '../scene/palette-section.tsx';
import { PromptSection } from '../scene/prompt-section.tsx';
import { ReferenceSection } from '../scene/reference-section.tsx';
import { ResultSection } from '../scene/result-section.tsx';

/** Options for a scene without a product, made from a prompt or a reference. */
export default function InspireOptions() {
  return (
    <>
      <ResultSection />
      <EngineSection use={INSPIRE_ENGINE} />
      <PromptSection />
      <ReferenceSection />
      <LightSection />
      <PaletteSection />
      <FrameSection />
      <CountSection />
      <SeedSection />
    </>
  );
}
