import { messages, t } from '@packshot/contract/text/translation';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { BACKGROUND_KINDS } from '../../model/scene-settings.ts';
import type { BackgroundKind } from '../../model/scene-settings.ts';
import { placedProduct } from '../../composite/composing.ts';
import { createSceneActions } from './scene-actions.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import type { PanelProps } from '../../state/studio-context.ts';
import { EngineSection } from '../../panel/engine-section.tsx';
import { AUTO_PROMPT_ENGINE } from './assist.ts';
import { SCENE_ENGINE } from './scene-work.ts';
import { CompositionLock } from './composition-lock.tsx';
import { ColorOptions, PictureOptions } from './flat-options.tsx';
import { LightSection } from './light-section.tsx';
import { MadeSceneSection } from './made-scene-section.tsx';
import { MatchSection } from './match-section.tsx';
import { CountSection, FrameSection, SeedSection } from './output-section.tsx';
import { PaletteSection } from './palette-section.tsx';
import { ProductSection } from './product-section.tsx';
import { PromptSection } from './prompt-section.tsx';
import { ReferenceSection } from './reference-section.tsx';
import { ResultSection } from './result-section.tsx';
import { ScaleSection } from './scale-section.tsx';
import { ShadowSection } from './shadow-section.tsx';
import { useScene } from './use-scene.ts';
import { ViewSection } from './view-section.tsx';

const KIND_NAMES: Readonly<Record<BackgroundKind, string>> = messages({
  scene: 'Scene',
  color: 'Color',
  picture: 'Picture',
  transparent: 'None',
});

export default function BackgroundOptions({ context }: PanelProps) {
  const { background } = useScene();
  const hasProduct = useStudioState((state) => placedProduct(state) !== null);
  return (
    <>
      <MadeSceneSection />
      {background === 'scene' && <ResultSection />}
      <BackgroundKinds />
      {background === 'scene' && (
        <>
          <EngineSection use={SCENE_ENGINE} />
          <PromptSection />
          <EngineSection use={AUTO_PROMPT_ENGINE} />
          {hasProduct && <ViewSection />}
          {hasProduct && <ScaleSection />}
          <ReferenceSection />
          <LightSection />
          {hasProduct && <MatchSection />}
          <PaletteSection />
        </>
      )}
      {background === 'color' && <ColorOptions />}
      {background === 'picture' && <PictureOptions />}
      {hasProduct && (background === 'color' || background === 'picture') && <ViewSection />}
      {hasProduct && <ProductSection context={context} />}
      {hasProduct && <ShadowSection />}
      <FrameSection />
      {background === 'scene' && <CountSection />}
      {background === 'scene' && <SeedSection />}
      <CompositionLock />
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
