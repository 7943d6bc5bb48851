import { ArrowRight } from 'lucide-react';
import { Icon } from '../../ui/icon.tsx';
import { openSample } from './open-photo.ts';
import { SAMPLE_SIDE_PX, SAMPLES } from '../../lib/samples.ts';
import type { Sample } from '../../lib/samples.ts';

/** What the engine made of the four samples; each opens in the studio. */
export function Results() {
  return (
    <section className="mx-auto w-full max-w-page px-6 py-14 max-md:px-4 max-md:py-10">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <h2 className="text-2xl font-bold tracking-headline">Straight from the engine</h2>
        <p className="max-w-md text-base text-muted">
          What the built-in engine made of four photos, untouched. Pick one and watch it happen.
        </p>
      </div>
      <ul className="mt-7 grid grid-cols-2 gap-4 lg:grid-cols-4">
        {SAMPLES.map((sample) => (
          <li key={sample.id}>
            <ResultTile sample={sample} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ResultTile({ sample }: { readonly sample: Sample }) {
  const picture = { width: SAMPLE_SIDE_PX, height: SAMPLE_SIDE_PX, loading: 'lazy' } as const;
  return (
    <button
      type="button"
      onClick={() => void openSample(sample)}
      className="group block w-full overflow-hidden rounded-xl border border-line bg-surface text-left transition-colors hover:border-line-strong"
    >
      <span
        className="relative block aspect-square overflow-hidden"
        style={{ backgroundColor: sample.backdrop }}
      >
        <img {...picture} alt="" src={sample.cutOutUrl} className="size-full object-cover" />
        <img
          {...picture}
          alt=""
          src={sample.photoUrl}
          className="absolute inset-0 size-full object-cover opacity-0 transition-opacity group-hover:opacity-100 group-focus-visible:opacity-100"
        />
      </span>
      <span className="flex items-center justify-between gap-2 px-4 py-3 text-sm font-semibold max-md:px-3">
        <span>
          {sample.name}
          <span className="sr-only">: cut it out</span>
        </span>
        <Icon
          of={ArrowRight}
          sizePx={16}
          className="text-muted transition-[translate,color] group-hover:translate-x-0.5 group-hover:text-ink"
        />
      </span>
    </button>
  );
}
