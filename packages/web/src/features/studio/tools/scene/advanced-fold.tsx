import { t } from '@packshot/contract/text/translation';
import { Fold } from '../../panel/fold.tsx';
import { viewWords } from '../../panel/view-words.ts';
import { DEFAULT_SCENE } from '../../model/scene-settings.ts';
import type { SceneSettings } from '../../model/scene-settings.ts';
import { CountSection, SeedSection } from './output-section.tsx';
import { PRODUCT_SCALE_NAMES, ScaleSection } from './scale-section.tsx';
import { useScene } from './use-scene.ts';
import { ViewSection } from './view-section.tsx';

interface ShownSettings {
  readonly hasProduct: boolean;
  /** Whether the server makes the picture, in variants. */
  readonly isMade: boolean;
}

/** Settings that most pictures don't need: camera angle, real-world size, number of variants and seed. */
export function AdvancedFold(shown: ShownSettings) {
  const scene = useScene();
  const { hasProduct, isMade } = shown;
  return (
    <Fold name="advanced" title={t('Advanced')} summary={summarize(scene, shown)}>
      {hasProduct && <ViewSection />}
      {hasProduct && isMade && <ScaleSection />}
      {isMade && <CountSection />}
      {isMade && <SeedSection />}
    </Fold>
  );
}

/** Names of the settings that the user has changed. */
function summarize(
  { view, scale, count, seed }: SceneSettings,
  { hasProduct, isMade }: ShownSettings,
): string {
  const changes = [
    hasProduct && view !== null && viewWords(view),
    hasProduct && isMade && scale !== null && PRODUCT_SCALE_NAMES[scale],
    isMade && count !== DEFAULT_SCENE.count && t('{count} variants', { count }),
    isMade && seed !== null && t('Seed {seed}', { seed }),
  ].filter((change) => change !== false);
  return changes.length === 0 ? t('Auto') : changes.join(' · ');
}
