import { messages, t } from '@packshot/contract/text/translation';
import { useId, useState } from 'react';
import { useStore } from 'zustand';
import { formatPercent } from '../../../../lib/page/percent.ts';
import { Button } from '../../../../ui/button.tsx';
import { adjustableScene, hasOpenAdjustment, LAMP_LEVELS, UNCHANGED_LAMP } from '../../model/adjustment.ts';
import type { AdjustableScene } from '../../model/adjustment.ts';
import { ColorChooser } from '../../panel/color-dots.tsx';
import { Pills, SliderField } from '../../panel/fields.tsx';
import { MatchField } from '../../panel/match-field.tsx';
import { Section } from '../../panel/section.tsx';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { createLiveScenes } from './live-scenes.ts';
import { createSceneActions } from './scene-actions.ts';

const LAMP_NAMES: Readonly<Record<string, string>> = messages({
  key: 'Main light',
  fill: 'Fill light',
  rim: 'Edge light',
  env: 'Ambient light',
  practical: 'Lamp in the scene',
});

const PART_NAMES: Readonly<Record<string, string>> = messages({
  accent: 'Accent',
  arch: 'Arch',
  backdrop: 'Backdrop',
  block: 'Block',
  boxes: 'Boxes',
  clouds: 'Clouds',
  counter: 'Counter',
  disc: 'Disc',
  floor: 'Floor',
  inner: 'Inside',
  linen: 'Linen',
  marble: 'Marble',
  paper: 'Paper',
  podium: 'Podium',
  ribbon: 'Ribbon',
  sand: 'Sand',
  silk: 'Silk',
  sky: 'Sky',
  slate: 'Slate',
  steps: 'Steps',
  stone: 'Stone',
  stones: 'Stones',
  sun: 'Sun',
  sweep: 'Backdrop',
  table: 'Table',
  terrazzo: 'Terrazzo',
  tiles: 'Tiles',
  towel: 'Towel',
  velvet: 'Velvet',
  wall: 'Wall',
  walls: 'Walls',
  water: 'Water',
});

/** Light and colors of the made scene on the stage. Changes are shown at once, and making the picture again is free. */
export function MadeSceneSection() {
  const document = useStudioState((state) => state.document);
  const scene = document && adjustableScene(document);
  const isChanged = useStudioState((state) => state.document !== null && hasOpenAdjustment(state.document));
  const { discardAdjustment, setMadeMatch } = useActions(createSceneActions);
  if (!scene) return null;
  const { matchPercent } = scene.now;
  return (
    <>
      <Section title={t('Adjust this scene')} note={t('Free')}>
        <p className="mb-3 text-xs text-muted">
          {t('Drag the product in the picture, or change light and colors here. Then update the picture.')}
        </p>
        <Lamps scene={scene} />
        <div className="mt-2">
          <MatchField
            value={matchPercent}
            max={100}
            step={5}
            text={formatPercent(matchPercent / 100)}
            onChange={setMadeMatch}
          />
        </div>
        <Parts scene={scene} />
        {isChanged && (
          <Button size="sm" variant="secondary" onClick={discardAdjustment} className="mt-3 w-full">
            {t('Discard changes')}
          </Button>
        )}
      </Section>
    </>
  );
}

/** Sliders of one lamp at a time, so that the section stays short. */
export function Lamps({ scene: { look, now } }: { readonly scene: AdjustableScene }) {
  const { setLamp } = useActions(createSceneActions);
  const ids = Object.keys(look.lights).filter((id) => id in LAMP_NAMES);
  const [chosen, setChosen] = useState(ids[0] ?? '');
  const id = ids.includes(chosen) ? chosen : (ids[0] ?? '');
  const { level, warmth } = now.lamps[id] ?? UNCHANGED_LAMP;
  if (id === '') return null;
  return (
    <>
      <Pills
        label={t('Lamp')}
        value={id}
        options={ids.map((lamp) => ({ value: lamp, label: LAMP_NAMES[lamp] }))}
        onChange={setChosen}
        className="mb-2"
      />
      <SliderField
        label={t('Brightness')}
        min={LAMP_LEVELS.least}
        max={LAMP_LEVELS.most}
        step={0.05}
        value={level}
        text={formatPercent(level)}
        onChange={(value) => setLamp(id, { level: value })}
      />
      <SliderField
        label={t('Warmth')}
        min={-1}
        max={1}
        step={0.05}
        value={warmth}
        text={warmthText(warmth)}
        onChange={(value) => setLamp(id, { warmth: value })}
      />
    </>
  );
}

const warmthText = (warmth: number): string => {
  const percent = formatPercent(Math.abs(warmth));
  if (warmth === 0) return t('As made');
  return warmth > 0 ? t('{percent} warmer', { percent }) : t('{percent} cooler', { percent });
};

/** Colors of the set's parts that can be recolored. */
function Parts({ scene: { look, now } }: { readonly scene: AdjustableScene }) {
  const { setTint } = useActions(createSceneActions);
  const set = useStore(useActions(createLiveScenes).state, ({ set: loaded }) => loaded);
  const titleId = useId();
  if (set?.id !== look.setId || set.tints.length === 0) return null;
  return (
    <div className="mt-3">
      <h3 id={titleId} className="mb-2 text-sm font-medium">
        {t('Colors')}
      </h3>
      <ul aria-labelledby={titleId} className="flex flex-wrap gap-1.5">
        {set.tints.map(({ id, color }) => {
          const hex = now.tints[id] ?? look.tints[id] ?? color;
          const name = PART_NAMES[id] ?? id;
          return (
            <li key={id}>
              <ColorChooser
                label={t('Color of: {part}', { part: name })}
                hex={hex}
                onChange={(next) => setTint(id, next)}
                className="relative inline-flex h-8 cursor-pointer items-center gap-1.5 rounded-full border border-line px-2.5 text-xs font-medium text-muted hover:border-line-strong hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:h-10"
              >
                <span
                  aria-hidden
                  className="size-3.5 rounded-full ring-1 ring-line-strong ring-inset"
                  style={{ backgroundColor: hex }}
                />
                {name}
              </ColorChooser>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
