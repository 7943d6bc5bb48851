import { useId, useState } from 'react';
import { classNames } from '../../ui/class-names.ts';
import { CompareSlider } from '../../ui/compare-slider.tsx';
import { MUG, SAMPLE_SIDE_PX } from '../../lib/samples.ts';

interface Backdrop {
  readonly name: string;
  /** A CSS colour; null is transparent, over a checkerboard. */
  readonly colour: string | null;
}

const BACKDROPS: readonly Backdrop[] = [
  { name: 'Apricot', colour: MUG.backdrop },
  { name: 'Sage', colour: '#b5cabb' },
  { name: 'Blush', colour: '#f0c6bd' },
  { name: 'White', colour: '#ffffff' },
  { name: 'Transparent', colour: null },
];

/** The mug as it was photographed and as the engine cut it out, with a choice of what to put behind it. */
export function HeroPicture() {
  const [index, setIndex] = useState(0);
  const backdrop = BACKDROPS[index] ?? BACKDROPS[0];
  const picture = { width: SAMPLE_SIDE_PX, height: SAMPLE_SIDE_PX, className: 'size-full object-cover' };
  return (
    <div className="relative mx-auto w-full max-w-[35rem] min-w-0">
      <CompareSlider
        className="aspect-square w-full rounded-2xl bg-fill-strong shadow-high"
        label="Compare the photo with its cut-out"
        initialPercent={40}
        before={
          <img
            {...picture}
            src={MUG.photoUrl}
            alt="A mug photographed on a white table"
            fetchPriority="high"
          />
        }
        after={
          <div
            className={classNames('size-full transition-colors', backdrop?.colour == null && 'checkerboard')}
            style={backdrop?.colour == null ? {} : { backgroundColor: backdrop.colour }}
          >
            <img {...picture} src={MUG.cutOutUrl} alt="The mug without its background" fetchPriority="high" />
          </div>
        }
      />
      <BackdropPicker index={index} onChange={setIndex} />
    </div>
  );
}

function BackdropPicker(props: { readonly index: number; readonly onChange: (index: number) => void }) {
  const name = useId();
  return (
    <fieldset className="absolute bottom-4 left-1/2 z-20 flex -translate-x-1/2 gap-1 rounded-full border border-line bg-raised p-1.5 shadow-mid">
      <legend className="sr-only">Background of the cut-out</legend>
      {BACKDROPS.map((backdrop, index) => (
        <label
          key={backdrop.name}
          title={backdrop.name}
          className="relative inline-flex size-7 cursor-pointer items-center justify-center rounded-full has-checked:ring-2 has-checked:ring-ink has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:size-9"
        >
          <input
            type="radio"
            name={name}
            aria-label={backdrop.name}
            checked={index === props.index}
            onChange={() => props.onChange(index)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <span
            aria-hidden
            className={classNames(
              'size-5 rounded-full border border-ink/15 pointer-coarse:size-6',
              backdrop.colour === null && 'checkerboard-light',
            )}
            style={backdrop.colour === null ? {} : { backgroundColor: backdrop.colour }}
          />
        </label>
      ))}
    </fieldset>
  );
}
