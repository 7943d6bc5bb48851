import { messages, t } from '@packshot/contract/text/translation';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { BACKGROUND_KINDS } from '../../model/scene-settings.ts';
import type { BackgroundKind } from '../../model/scene-settings.ts';
import { placedProduct } from '../../composite/composing.ts';
import { createSceneActions } from './scene-actions.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import type { PanelProps } from '../../state/studio-context.ts';
import { EngineSection } from '../../panel/engine-section.tsx';
import { AdvancedFold } from './advanced-fold.tsx';
import { AUTO_PROMPT_ENGINE } from './assist.ts';
import { SCENE_ENGINE } from './scene-work.ts';
import { CompositionIntegrity } from './composition-integrity.tsx';
import { ColorOptions, PictureOptions } from './flat-options.tsx';
import { LightFold } from './light-fold.tsx';
import { MadeSceneSection } from './made-scene-section.tsx';
import { FrameFold, MadeFrameFold } from './output-section.tsx';
import { ProductSection } from './product-section.tsx';
import { PromptSection } from './prompt-section.tsx';
import { ReferenceSection } from './reference-section.tsx';
import { ResultSection } from './result-section.tsx';
import { SceneSwitch, useSceneTab } from './scene-switch.tsx';
import { ShadowSection } from './shadow-section.tsx';
import { useScene } from './use-scene.ts';
import { UnfittingView } from './view-section.tsx';

const KIND_NAMES: Readonly<Record<BackgroundKind, string>> = messages({
  scene: 'Scene',
  color: 'Color',
  picture: 'Picture',
  transparent: 'None',
});

/**
 * Background panel, from the top: the card of the result on the stage; prompt, scenes and the product's place; groups
 * of settings that are closed at first.
 */
export default function BackgroundOptions({ context }: PanelProps) {
  const { background } = useScene();
  const isAdjusting = useSceneTab() === 'adjust';
  return (
    <>
      <SceneSwitch />
      {(isAdjusting || background === 'scene') && <ResultSection />}
      {isAdjusting ? (
        <>
          <MadeSceneSection />
          <ProductSection context={context} />
          <MadeFrameFold />
        </>
      ) : (
        <NewBackground context={context} />
      )}
      <CompositionIntegrity />
    </>
  );
}

function NewBackground({ context }: PanelProps) {
  const { background } = useScene();
  const hasProduct = useStudioState((state) => placedProduct(state) !== null);
  const isMade = background === 'scene';
  const isComposed = background === 'color' || background === 'picture';
  return (
    <>
      <BackgroundKinds />
      {isMade && (
        <>
          <EngineSection use={SCENE_ENGINE} />
          <PromptSection />
          <EngineSection use={AUTO_PROMPT_ENGINE} />
          <ReferenceSection />
          {hasProduct && <UnfittingView />}
        </>
      )}
      {background === 'color' && <ColorOptions />}
      {background === 'picture' && <PictureOptions />}
      {hasProduct && <ProductSection context={context} />}
      {hasProduct && !isMade && <ShadowSection />}
      <div>
        {isMade && <LightFold hasProduct={hasProduct} />}
        <FrameFold />
        {(isMade || (hasProduct && isComposed)) && <AdvancedFold hasProduct={hasProduct} isMade={isMade} />}
      </div>
    </>
  );
}

export function BackgroundKinds() {
  const sceneActions = useActions(createSceneActions);
  const { background } = useScene();
  return (
    <SegmentedControl
      label={t('Background')}
      value={background}
      segments={BACKGROUND_KINDS.map((kind) => ({ value: kind, label: KIND_NAMES[kind] }))}
      onChange={(kind) => sceneActions.setBackground(kind)}
      className="flex! w-full"
    />
  );
}
