import { t } from '@packshot/contract/text/translation';
import { Plus, X } from 'lucide';
import { Icon } from '../../../../ui/icon.tsx';
import { createSceneActions } from './scene-actions.ts';
import { createUndoActions } from '../../documents/undo-actions.ts';
import { useActions } from '../../state/use-studio.ts';
import { ColorChooser } from '../../panel/color-dots.tsx';
import { Section } from '../../panel/section.tsx';
import { PALETTE_LIMIT, PALETTES } from './scene-words.ts';
import { useScene } from './use-scene.ts';

const DOT =
  'relative inline-flex size-8 shrink-0 items-center justify-center rounded-full ring-1 ring-line-strong ring-inset has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:size-10';

export function PaletteSection() {
  const { palette } = useScene();
  const scene = useActions(createSceneActions);
  const { endGesture } = useActions(createUndoActions);
  const choose = (colors: readonly string[]): void => {
    endGesture();
    scene.setPalette(colors);
    endGesture();
  };
  return (
    <Section title={t('Colors')} note={palette.length === 0 ? t('From the scene') : ''}>
      <ul aria-label={t('Colors of the scene')} className="flex flex-wrap items-center gap-2">
        {palette.map((color, at) => (
          <li key={`${at}-of-${palette.length}`} className="relative">
            <ColorChooser
              label={t('Color {number}', { number: at + 1 })}
              hex={color}
              onChange={(hex) => scene.setPalette(palette.with(at, hex))}
              className={`${DOT} cursor-pointer`}
              style={{ backgroundColor: color }}
            />
            <button
              type="button"
              aria-label={t('Remove color {number}', { number: at + 1 })}
              onClick={() => choose(palette.toSpliced(at, 1))}
              className="absolute -top-1.5 -right-1.5 inline-flex size-4.5 items-center justify-center rounded-full border border-line bg-surface text-muted after:absolute after:-inset-1.5 hover:text-ink"
            >
              <Icon of={X} sizePx={11} />
            </button>
          </li>
        ))}
        {palette.length < PALETTE_LIMIT && (
          <li>
            <ColorChooser
              label={t('Add a color')}
              hex={null}
              onChange={(hex) => choose([...palette, hex])}
              className={`${DOT} cursor-pointer text-muted hover:text-ink`}
            >
              <Icon of={Plus} sizePx={15} />
            </ColorChooser>
          </li>
        )}
      </ul>
      <Palettes chosen={palette} onChoose={choose} />
    </Section>
  );
}

interface PalettesProps {
  readonly chosen: readonly string[];
  readonly onChoose: (colors: readonly string[]) => void;
}

/** Preset palettes; a second click deselects a palette. */
function Palettes({ chosen, onChoose }: PalettesProps) {
  return (
    <ul aria-label={t('Palettes')} className="mt-3 flex flex-wrap gap-1.5">
      {PALETTES.map(({ name, colors }) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={chosen.join() === colors.join()}
            onClick={() => onChoose(chosen.join() === colors.join() ? [] : colors)}
            className="inline-flex h-8 items-center gap-1.5 rounded-full border border-line px-2.5 text-xs font-medium text-muted transition-colors hover:border-line-strong hover:text-ink aria-pressed:border-ink aria-pressed:bg-fill-strong aria-pressed:text-ink pointer-coarse:h-10"
          >
            <span aria-hidden className="flex -space-x-1">
              {colors.map((color) => (
                <span
                  key={color}
                  className="size-3.5 rounded-full ring-1 ring-line-strong ring-inset"
                  style={{ backgroundColor: color }}
                />
              ))}
            </span>
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}
