import { t } from '@packshot/contract/text/translation';
import { listMoods } from '@packshot/image-engine/pixels';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { formatPercent } from '../../../../lib/page/percent.ts';
import { Button } from '../../../../ui/button.tsx';
import { adjustableScene, hasOpenAdjustment } from '../../model/adjustment.ts';
import type { AdjustableScene } from '../../model/adjustment.ts';
import { MatchField } from '../../panel/match-field.tsx';
import { Section } from '../../panel/section.tsx';
import { isBusy } from '../../state/studio-state.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { LampFields, PartFields, useLamp, useParts } from './dimmers.tsx';
import type { ChosenLamp, ColoredParts } from './dimmers.tsx';
import { createLiveScenes } from './live-scenes.ts';
import { createSceneActions } from './scene-actions.ts';
import { LIGHT_NAMES } from './scene-words.ts';

/** Light and colors of the made scene on the stage. Changes are shown at once, and making the picture again is free. */
export function MadeSceneSection() {
  const document = useStudioState((state) => state.document);
  const scene = document && adjustableScene(document);
  return scene && <MadeLight scene={scene} />;
}

function MadeLight({ scene }: { readonly scene: AdjustableScene }) {
  const isChanged = useStudioState((state) => state.document !== null && hasOpenAdjustment(state.document));
  const { discardAdjustment, setMadeMatch } = useActions(createSceneActions);
  const isRunning = useStudioState(isBusy);
  const lamp = useMadeLamp(scene);
  const parts = useMadeParts(scene);
  const { matchPercent } = scene.now;
  return (
    <fieldset disabled={isRunning} className="min-w-0">
      <Section title={t('Light')} field={<Moods scene={scene} />}>
        <LampFields lamp={lamp} isMade />
        <div className="mt-1">
          <MatchField
            value={matchPercent}
            max={100}
            step={5}
            text={formatPercent(matchPercent / 100)}
            onChange={setMadeMatch}
          />
        </div>
        <PartFields {...parts} />
        {isChanged && (
          <Button size="sm" variant="secondary" onClick={discardAdjustment} className="mt-3 w-full">
            {t('Discard changes')}
          </Button>
        )}
      </Section>
    </fieldset>
  );
}

/** Choice of a mood as the starting point for the lamps; empty until the set is loaded, and for plain backgrounds. */
function Moods({ scene: { look, now } }: { readonly scene: AdjustableScene }) {
  const { setMood } = useActions(createSceneActions);
  const set = useStore(useActions(createLiveScenes).state, ({ set: loaded }) => loaded);
  const moods = useMemo(() => (set?.id === look.setId ? listMoods(set) : []), [set, look.setId]);
  if (moods.length === 0) return null;
  return (
    <select
      aria-label={t('Mood')}
      value={now.mood?.light ?? AS_MADE}
      onChange={({ currentTarget }) =>
        setMood(moods.find(({ light }) => light === currentTarget.value) ?? null)
      }
      className="h-8 max-w-44 rounded-md border border-field-line bg-surface px-2 text-xs pointer-coarse:h-11 pointer-coarse:text-base"
    >
      <option value={AS_MADE}>{t('As made')}</option>
      {moods.map(({ light }) => (
        <option key={light} value={light}>
          {LIGHT_NAMES[light]}
        </option>
      ))}
    </select>
  );
}

const AS_MADE = 'as-made';

/** Lamp of a made scene that the user has chosen. */
export function useMadeLamp({ look, now }: AdjustableScene): ChosenLamp | null {
  const { setLamp } = useActions(createSceneActions);
  return useLamp(look.lights, now.lamps, setLamp);
}

/** Parts of the set that can be recolored, with their colors; empty until the set is loaded. */
export function useMadeParts({ look, now }: AdjustableScene): ColoredParts {
  const { setTint } = useActions(createSceneActions);
  const parts = useParts(look.setId, (id) => now.tints[id] ?? look.tints[id]);
  return { parts, onChange: setTint };
}
