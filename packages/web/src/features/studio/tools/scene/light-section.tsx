import { t } from '@packshot/contract/text/translation';
import { createSceneActions } from './scene-actions.ts';
import { useActions } from '../../state/use-studio.ts';
import { Pills } from '../../panel/fields.tsx';
import { Section } from '../../panel/section.tsx';
import { LIGHT_NAMES, LIGHT_SWATCHES, LIGHTS } from './scene-words.ts';
import { useScene } from './use-scene.ts';

export function LightSection() {
  const sceneActions = useActions(createSceneActions);
  const { light } = useScene();
  return (
    <Section title={t('Light')}>
      <Pills
        label={t('Light')}
        value={light}
        options={LIGHTS.map((mood) => ({
          value: mood,
          label: (
            <>
              <span
                aria-hidden
                className="size-3.5 rounded-full ring-1 ring-line-strong ring-inset"
                style={{
                  backgroundImage: `linear-gradient(135deg, ${LIGHT_SWATCHES[mood][0]}, ${LIGHT_SWATCHES[mood][1]})`,
                }}
              />
              {LIGHT_NAMES[mood]}
            </>
          ),
        }))}
        onChange={(mood) => sceneActions.setLight(mood)}
      />
    </Section>
  );
}
