import { EngineSection } from '../engine-section.tsx';
import { LightSection } from './light-section.tsx';
import { CountSection, FrameSection, SeedSection } from './output-section.tsx';
import { PaletteSection } from './palette-section.tsx';
import { PromptSection } from './prompt-section.tsx';
import { ReferenceSection } from './reference-section.tsx';
import { ResultSection } from './result-section.tsx';

/** A scene without a product, from words or after a picture. */
export default function InspireOptions() {
  return (
    <>
      <ResultSection />
      <EngineSection tool="inspiration" />
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
