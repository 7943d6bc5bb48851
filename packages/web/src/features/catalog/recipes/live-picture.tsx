import { loadReferences } from '../../../lib/api/references.ts';
import { t } from '@packshot/contract/text/translation';
import type { Recipe } from '@packshot/contract/catalog/recipe';
import { readViewSchema } from '@packshot/contract/tools/view';
import { useEffect, useRef, useState } from 'react';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { readOpenPictures } from '../../../lib/handover/studio-database.ts';
import sampleUrl from '../../../lib/samples/stoneware-mug-alone.webp';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { drawSample, previewSize, createSample } from './draw-sample.ts';
import type { Sample } from './draw-sample.ts';
import { FORMAT_WORDS } from './recipe-words.ts';

type PreviewSubject = 'own' | 'sample';

/** Preview of the recipe on the user's newest cut-out, or on a sample mug. */
export function LivePicture({ recipe }: { readonly recipe: Recipe | null }) {
  const { samples, subject, choose } = useSamples();
  // Shows the last valid recipe while the form contains errors.
  const [last, setLast] = useState(recipe);
  if (recipe !== null && recipe !== last) setLast(recipe);
  const sample = samples[subject];
  if (last === null) return null;
  const [output] = last.outputs;
  return (
    <div className="grid gap-3">
      {last.steps.ground.kind === 'set' ? (
        <SetPicture id={last.steps.ground.reference_id} />
      ) : (
        <Drawn recipe={last} sample={sample} />
      )}
      {output && (
        <p className="text-center text-xs text-muted tabular-nums">
          {output.width} × {output.height} px {FORMAT_WORDS[output.format]}
        </p>
      )}
      {samples.own !== null && last.steps.ground.kind !== 'set' && (
        <SegmentedControl
          label={t('Preview with')}
          value={subject}
          segments={[
            { value: 'own', label: t('Your last cut-out') },
            { value: 'sample', label: t('A sample') },
          ]}
          onChange={choose}
          className="w-full"
        />
      )}
    </div>
  );
}

function useSamples() {
  const [samples, setSamples] = useState<Readonly<Record<PreviewSubject, Sample | null>>>({
    own: null,
    sample: null,
  });
  const [selectedSubject, setSelectedSubject] = useState<PreviewSubject | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const load = async (which: PreviewSubject, get: () => Promise<Sample | null>): Promise<void> => {
      try {
        const sample = await get();
        if (isCurrent && sample) setSamples((before) => ({ ...before, [which]: sample }));
      } catch (error) {
        // Only logs the error, because the form works without a preview.
        console.warn('There is no picture to show the recipe on.', error);
      }
    };
    void load('sample', async () => createSample(await (await fetch(sampleUrl)).blob()));
    void load('own', ownSample);
    return () => {
      isCurrent = false;
    };
  }, []);
  return {
    samples,
    subject: selectedSubject ?? (samples.own ? 'own' : 'sample'),
    choose: setSelectedSubject,
  } as const;
}

/** Newest cut-out of the document that is open in the studio. */
async function ownSample(): Promise<Sample | null> {
  for await (const { blob, view } of readOpenPictures()) {
    const read = readViewSchema.safeParse(view);
    const sample = await createSample(blob, read.success ? read.data : null);
    if (sample) return sample;
  }
  return null;
}

function Drawn({ recipe, sample }: { readonly recipe: Recipe; readonly sample: Sample | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { widthPx, heightPx } = previewSize(recipe.outputs[0] ?? { width: 1, height: 1 });
  useEffect(() => {
    if (sample === null) return;
    // Draws at most once per frame, with the latest changes.
    const frame = requestAnimationFrame(() => {
      const picture = drawSample(sample, recipe);
      const context = canvas.current?.getContext('2d');
      if (!picture || !context) return;
      const data = new Uint8ClampedArray(picture.data);
      context.putImageData(new ImageData(data, picture.widthPx, picture.heightPx), 0, 0);
    });
    return () => cancelAnimationFrame(frame);
  }, [recipe, sample]);
  return (
    <canvas
      ref={canvas}
      width={widthPx}
      height={heightPx}
      role="img"
      aria-label={t('Preview of the recipe on a product')}
      className="checkerboard mx-auto block max-h-[60dvh] max-w-full rounded-lg border border-line max-lg:max-h-56 max-lg:short:max-h-28"
    />
  );
}

/** Preview of a studio set. Shows the set's own picture, because only the server can compose a set with the product. */
function SetPicture({ id }: { readonly id: string }) {
  const { loaded } = useLoaded(loadReferences);
  const set = loaded.state === 'ready' ? loaded.value.find((each) => each.id === id) : undefined;
  return (
    <figure className="grid gap-2">
      {set && (
        <img
          src={set.image}
          alt={set.title}
          className="w-full rounded-lg border border-line max-lg:mx-auto max-lg:max-w-56 max-lg:short:max-w-28"
        />
      )}
      <figcaption className="text-center text-xs text-muted">
        {t(
          'This is the empty set. Each product fills about the same share of the picture, whatever its real size, and is lit to match.',
        )}
      </figcaption>
    </figure>
  );
}
