import { Plus, X } from 'lucide-react';
import { Icon } from '../../../../ui/icon.tsx';
import { theStudio } from '../../studio.ts';
import { ColourChooser } from '../colour-dots.tsx';
import { Section } from '../section.tsx';
import { PALETTE_LIMIT, PALETTES } from './scene-words.ts';
import { useScene } from './use-scene.ts';

const DOT =
  'relative inline-flex size-8 shrink-0 items-center justify-center rounded-full ring-1 ring-line-strong ring-inset has-focus-visible:outline-2 has-focus-visible:outline-accent pointer-coarse:size-10';

/** Colours that what can be recoloured takes on, the most important first. */
export function PaletteSection() {
  const { palette } = useScene();
  const { scene, endGesture } = theStudio();
  const choose = (colours: readonly string[]): void => {
    endGesture();
    scene.setPalette(colours);
    endGesture();
  };
  return (
    <Section title="Colours" note={palette.length === 0 ? 'As the scene has them' : ''}>
      <ul aria-label="Colours of the scene" className="flex flex-wrap items-center gap-2">
        {palette.map((colour, at) => (
          <li key={`${at}-of-${palette.length}`} className="relative">
            <ColourChooser
              label={`Colour ${at + 1}`}
              hex={colour}
              onChange={(hex) => scene.setPalette(palette.with(at, hex))}
              className={`${DOT} cursor-pointer`}
              style={{ backgroundColor: colour }}
            />
            <button
              type="button"
              aria-label={`Remove colour ${at + 1}`}
              onClick={() => choose(palette.toSpliced(at, 1))}
              className="absolute -top-1.5 -right-1.5 inline-flex size-4.5 items-center justify-center rounded-full border border-line bg-surface text-muted after:absolute after:-inset-1.5 hover:text-ink"
            >
              <Icon of={X} sizePx={11} />
            </button>
          </li>
        ))}
        {palette.length < PALETTE_LIMIT && (
          <li>
            <ColourChooser
              label="Add a colour"
              hex={null}
              onChange={(hex) => choose([...palette, hex])}
              className={`${DOT} cursor-pointer text-muted hover:text-ink`}
            >
              <Icon of={Plus} sizePx={15} />
            </ColourChooser>
          </li>
        )}
      </ul>
      <Palettes chosen={palette} onChoose={choose} />
    </Section>
  );
}

interface PalettesProps {
  readonly chosen: readonly string[];
  readonly onChoose: (colours: readonly string[]) => void;
}

/** Colours that go together; a second click takes them back. */
function Palettes({ chosen, onChoose }: PalettesProps) {
  return (
    <ul aria-label="Palettes" className="mt-3 flex flex-wrap gap-1.5">
      {PALETTES.map(({ name, colours }) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={chosen.join() === colours.join()}
            onClick={() => onChoose(chosen.join() === colours.join() ? [] : colours)}
            className="inline-flex h-8 items-center gap-1.5 rounded-full border border-line px-2.5 text-xs font-medium text-muted transition-colors hover:border-line-strong hover:text-ink aria-pressed:border-ink aria-pressed:bg-fill-strong aria-pressed:text-ink pointer-coarse:h-10"
          >
            <span aria-hidden className="flex -space-x-1">
              {colours.map((colour) => (
                <span
                  key={colour}
                  className="size-3.5 rounded-full ring-1 ring-line-strong ring-inset"
                  style={{ backgroundColor: colour }}
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
