import { EngineSection } from '../../panel/engine-section.tsx';
import { TOOL_FACES } from '../../state/tool-faces.ts';
import { AdvancedFold } from '../scene/advanced-fold.tsx';
import { LightFold } from '../scene/light-fold.tsx';
import { FrameFold } from '../scene/output-section.tsx';
import { PromptSection } from '../scene/prompt-section.tsx';
import { ReferenceSection } from '../scene/reference-section.tsx';
import { ResultSection } from '../scene/result-section.tsx';
import { INSPIRE_ENGINE } from '../scene/scene-work.ts';

/** Options for a scene without a product, made from a prompt or a reference. */
export default function InspireOptions() {
  return (
    <>
      <p className="text-sm text-muted">{TOOL_FACES.inspire.promise}</p>
      <ResultSection />
      <EngineSection use={INSPIRE_ENGINE} />
      <PromptSection />
      <ReferenceSection />
      <div>
        <LightFold hasProduct={false} />
        <FrameFold />
        <AdvancedFold hasProduct={false} isMade />
      </div>
    </>
  );
}
