import { t } from '@packshot/contract/text/translation';
import { UPLOAD_EXTENSIONS } from '@packshot/contract/tools/limits';
import { ImagePlus } from 'lucide';
import { classNames } from '../../../../ui/class-names.ts';
import { Icon } from '../../../../ui/icon.tsx';
import { Rich } from '../../../../ui/rich.tsx';
import { bestRendition } from '../../state/studio-state.ts';
import { createSceneActions } from './scene-actions.ts';
import { createRunActions } from '../../run/run-actions.ts';
import { useActions, useStudioState } from '../../state/use-studio.ts';
import { AnyColorDot, ColorDot } from '../../panel/color-dots.tsx';
import { Section } from '../../panel/section.tsx';
import { useScene } from './use-scene.ts';

/** Background colors that shops require, and some other common ones. */
const FLAT_BACKGROUNDS: readonly { readonly hex: string; readonly name: string }[] = [
  { hex: '#ffffff', name: t('White') },
  { hex: '#f3f1ee', name: t('Paper') },
  { hex: '#e6e3de', name: t('Stone') },
  { hex: '#e8c4bb', name: t('Blush') },
  { hex: '#dcc7a8', name: t('Sand') },
  { hex: '#b5c4ad', name: t('Sage') },
  { hex: '#b9d0e2', name: t('Sky') },
  { hex: '#c9bfe0', name: t('Lilac') },
  { hex: '#e8583f', name: t('Coral') },
  { hex: '#2f4858', name: t('Petrol') },
  { hex: '#24262b', name: t('Ink') },
];

export function ColorOptions() {
  const { color } = useScene();
  const scene = useActions(createSceneActions);
  const isOwn = !FLAT_BACKGROUNDS.some(({ hex }) => hex === color);
  return (
    <Section title={t('Color')} note={color}>
      <fieldset className="flex flex-wrap gap-2.5">
        <legend className="sr-only">{t('Background color')}</legend>
        {FLAT_BACKGROUNDS.map(({ hex, name }) => (
          <ColorDot
            key={hex}
            group="ground"
            label={name}
            hex={hex}
            isChosen={hex === color}
            onChoose={() => scene.setColor(hex)}
          />
        ))}
        <AnyColorDot hex={isOwn ? color : null} onChange={scene.setColor} />
      </fieldset>
      <HarmonizeHint />
    </Section>
  );
}

export function PictureOptions() {
  const sceneActions = useActions(createSceneActions);
  const { picture } = useScene();
  const shownPicture = useStudioState((state) => picture && bestRendition(state, picture.id));
  return (
    <Section title={t('Your picture')}>
      <label className="group relative flex h-32 cursor-pointer items-center justify-center overflow-hidden rounded-lg border border-dashed border-field-line bg-fill text-sm text-muted transition-colors hover:border-ink hover:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent">
        <input
          type="file"
          accept={UPLOAD_EXTENSIONS.join(',')}
          aria-label={t('Choose a background picture')}
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? [];
            event.currentTarget.value = '';
            if (file) void sceneActions.setBackgroundPicture(file);
          }}
          className="absolute inset-0 size-full cursor-pointer opacity-0"
        />
        {shownPicture && (
          <img src={shownPicture.url} alt="" draggable={false} className="size-full object-cover" />
        )}
        <span
          className={classNames(
            'pointer-events-none flex items-center gap-2',
            shownPicture && 'absolute right-2 bottom-2 rounded-full bg-chip px-3 py-1 text-xs text-chip-text',
          )}
        >
          <Icon of={ImagePlus} sizePx={16} />
          {shownPicture ? t('Change') : t('Choose a picture')}
        </span>
      </label>
      <HarmonizeHint />
    </Section>
  );
}

function HarmonizeHint() {
  const runActions = useActions(createRunActions);
  const { isLarger } = useScene();
  return (
    <p className="mt-3 text-xs text-muted">
      <Rich
        text={
          isLarger
            ? t('Full resolution. Want matching light? <harmonize>Harmonize</harmonize>.')
            : t('Composed in your browser. Want matching light? <harmonize>Harmonize</harmonize>.')
        }
        harmonize={
          <button
            type="button"
            onClick={() => runActions.chooseTool('harmonize')}
            className="font-semibold text-ink underline underline-offset-2"
          />
        }
      />
    </p>
  );
}
