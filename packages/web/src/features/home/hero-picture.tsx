import { t } from '@packshot/contract/text/translation';
import { useId, useState } from 'react';
import { CompareSlider } from '../../ui/compare-slider.tsx';
import { MUG_SCENES, SCENE_SIDE_PX } from '../../lib/samples/samples.ts';

/** Photo of the mug compared with a scene that the engine made; the visitor can choose the scene. */
export function HeroPicture() {
  const [index, setIndex] = useState(0);
  const scene = MUG_SCENES[index] ?? MUG_SCENES[0];
  return (
    <div className="relative mx-auto w-full max-w-[35rem] min-w-0">
      <CompareSlider
        className="aspect-square w-full rounded-2xl bg-fill-strong shadow-high"
        label={t('Compare photo and scene')}
        initialPercent={46}
        before={
          <img
            src={scene?.photoUrl}
            alt={t('A mug on a white table')}
            width={SCENE_SIDE_PX}
            height={SCENE_SIDE_PX}
            fetchPriority="high"
            className="size-full object-cover"
          />
        }
        after={
          <img
            src={scene?.url}
            alt={t('The same mug in the scene “{scene}”', { scene: scene?.name ?? '' })}
            width={SCENE_SIDE_PX}
            height={SCENE_SIDE_PX}
            fetchPriority="high"
            className="size-full object-cover"
          />
        }
      />
      <ScenePicker index={index} onChange={setIndex} />
    </div>
  );
}

function ScenePicker(props: { readonly index: number; readonly onChange: (index: number) => void }) {
  const name = useId();
  return (
    <fieldset className="absolute bottom-4 left-1/2 z-20 flex -translate-x-1/2 gap-1.5 rounded-full border border-line bg-raised p-1.5 shadow-mid">
      <legend className="sr-only">{t('Scene')}</legend>
      {MUG_SCENES.map((scene, index) => (
        <label
          key={scene.name}
          title={scene.name}
          className="relative inline-flex size-10 cursor-pointer items-center justify-center rounded-full has-checked:ring-2 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            aria-label={scene.name}
            checked={index === props.index}
            onChange={() => props.onChange(index)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <img
            src={scene.thumbUrl}
            alt=""
            width={32}
            height={32}
            className="size-8 rounded-full object-cover"
          />
        </label>
      ))}
    </fieldset>
  );
}
