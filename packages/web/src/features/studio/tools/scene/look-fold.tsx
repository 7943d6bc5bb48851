import { t } from '@packshot/contract/text/translation';
import { formatPercent } from '../../../../lib/page/percent.ts';
import { DEFAULT_SCENE } from '../../model/scene-settings.ts';
import type { SceneSettings } from '../../model/scene-settings.ts';
import { Fold } from '../../panel/fold.tsx';
import { LightSection } from './light-section.tsx';
import { MatchSection } from './match-section.tsx';
import { PaletteSection } from './palette-section.tsx';
import { LIGHT_NAMES } from './scene-words.ts';
import { SHADOW_NAMES, ShadowSection } from './shadow-section.tsx';
import { useScene } from './use-scene.ts';

/** Light, colors and shadow of a new scene, which follow the words and the set unless the user sets them. */
export function LookFold({ hasProduct }: { readonly hasProduct: boolean }) {
  return (
    <Fold
      name="light"
      title={hasProduct ? t('Light, colors, shadow') : t('Light and colors')}
      summary={summarize(useScene(), hasProduct)}
    >
      <LightSection />
      {hasProduct && <MatchSection />}
      <PaletteSection />
      {hasProduct && <ShadowSection />}
    </Fold>
  );
}

/** Names of the settings that the user has changed. */
function summarize({ light, palette, matchPercent, shadow }: SceneSettings, hasProduct: boolean): string {
  const changes = [
    light !== DEFAULT_SCENE.light && LIGHT_NAMES[light],
    palette.length > 0 && t('{count, plural, one {# color} other {# colors}}', { count: palette.length }),
    hasProduct && shadow !== null && SHADOW_NAMES[shadow.kind],
    hasProduct &&
      matchPercent !== DEFAULT_SCENE.matchPercent &&
      t('Match {percent}', { percent: formatPercent(matchPercent / 100) }),
  ].filter((change) => change !== false);
  return changes.length === 0 ? t('Auto') : changes.join(' · ');
}
