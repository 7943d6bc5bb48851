import { t } from '@packshot/contract/text/translation';
import { formatPercent } from '../../../../lib/page/percent.ts';
import { Button } from '../../../../ui/button.tsx';
import { DEFAULT_SCENE } from '../../model/scene-settings.ts';
import type { SceneSettings } from '../../model/scene-settings.ts';
import { Fold } from '../../panel/fold.tsx';
import { useStore } from 'zustand';
import { useActions } from '../../state/use-studio.ts';
import { LampFields, PartFields, useLamp, useParts } from './dimmers.tsx';
import { createLiveScenes } from './live-scenes.ts';
import { createSceneActions } from './scene-actions.ts';
import { LightSection } from './light-section.tsx';
import { MatchSection } from './match-section.tsx';
import { PaletteSection } from './palette-section.tsx';
import { LIGHT_NAMES } from './scene-words.ts';
import { SHADOW_NAMES, ShadowSection } from './shadow-section.tsx';
import { useScene } from './use-scene.ts';

/** Light, colors and shadow of a new scene, which follow the words and the set unless the user sets them. */
export function LightFold({ hasProduct }: { readonly hasProduct: boolean }) {
  return (
    <Fold
      name="light"
      title={hasProduct ? t('Light, colors, shadow') : t('Light and colors')}
      summary={summarize(useScene(), hasProduct)}
    >
      <LightSection />
      {hasProduct && <NewDimmers />}
      {hasProduct && <MatchSection />}
      <PaletteSection />
      {hasProduct && <ShadowSection />}
    </Fold>
  );
}

/**
 * Lamps and parts of the scene that the stage shows, before it is made; empty until the stage shows one. All variants
 * that have the same lamps and parts get the changes.
 */
function NewDimmers() {
  const { setNewLamp, setNewTint, resetDimmers } = useActions(createSceneActions);
  const { lamps, partColors } = useScene();
  const shown = useStore(useActions(createLiveScenes).state, (live) => live.shown);
  const plan = shown?.facts ? shown.plan : null;
  const lamp = useLamp(plan?.lights ?? {}, lamps ?? {}, setNewLamp);
  const parts = useParts(plan?.setId ?? null, (id) => partColors?.[id] ?? plan?.tints[id]);
  if (!plan) return null;
  return (
    <div>
      <LampFields lamp={lamp} isMade={false} />
      <PartFields parts={parts} onChange={setNewTint} />
      {(lamps !== null || partColors !== null) && (
        <Button size="sm" variant="secondary" onClick={resetDimmers} className="mt-3 w-full">
          {t('Reset lamps and parts')}
        </Button>
      )}
    </div>
  );
}

/** Names of the settings that the user has changed. */
function summarize(
  { light, lamps, partColors, palette, matchPercent, shadow }: SceneSettings,
  hasProduct: boolean,
): string {
  const changes = [
    light !== DEFAULT_SCENE.light && LIGHT_NAMES[light],
    hasProduct && lamps !== null && t('Lamps changed'),
    hasProduct && partColors !== null && t('Parts colored'),
    palette.length > 0 && t('{count, plural, one {# color} other {# colors}}', { count: palette.length }),
    hasProduct && shadow !== null && SHADOW_NAMES[shadow.kind],
    hasProduct &&
      matchPercent !== DEFAULT_SCENE.matchPercent &&
      t('Match {percent}', { percent: formatPercent(matchPercent / 100) }),
  ].filter((change) => change !== false);
  return changes.length === 0 ? t('Auto') : changes.join(' · ');
}
