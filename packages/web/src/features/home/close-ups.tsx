import { SAMPLE_SIDE_PX, SAMPLES } from '../../lib/samples.ts';

interface CloseUp {
  readonly sampleId: string;
  /** The part of the picture in the middle of the frame, as shares of its width and height. */
  readonly centreX: number;
  readonly centreY: number;
  readonly title: string;
  readonly text: string;
}

const CLOSE_UPS: readonly CloseUp[] = [
  {
    sampleId: 'mug',
    centreX: 0.24,
    centreY: 0.5,
    title: 'Holes stay open',
    text: 'What shows through a handle is background too, and goes with it.',
  },
  {
    sampleId: 'sunglasses',
    centreX: 0.66,
    centreY: 0.36,
    title: 'Thin parts stay whole',
    text: 'Wires, straps and stems keep their width down to a few pixels.',
  },
  {
    sampleId: 'candle-holder',
    centreX: 0.62,
    centreY: 0.38,
    title: 'No halo',
    text: 'Edge colours are worked out anew, so the old background leaves no rim.',
  },
];

/** Every frame shows its picture at twice its own pixels. */
const ZOOM = 2;

/** The engine's results from as near as a careful buyer looks. */
export function CloseUps() {
  return (
    <section className="border-y border-line bg-surface">
      <div className="mx-auto w-full max-w-page px-6 py-14 max-md:px-4 max-md:py-10">
        <h2 className="text-2xl font-bold tracking-headline">Look at the edge</h2>
        <p className="mt-2 max-w-xl text-base text-muted">
          The same results at 200 %. The picture comes back at full size as a PNG, with your product’s own
          pixels.
        </p>
        <div className="mt-7 grid gap-x-5 gap-y-8 md:grid-cols-3">
          {CLOSE_UPS.map((closeUp) => (
            <CloseUpFrame key={closeUp.sampleId} closeUp={closeUp} />
          ))}
        </div>
      </div>
    </section>
  );
}

function CloseUpFrame({ closeUp }: { readonly closeUp: CloseUp }) {
  const sample = SAMPLES.find(({ id }) => id === closeUp.sampleId);
  if (!sample) return null;
  const sidePx = SAMPLE_SIDE_PX * ZOOM;
  return (
    <figure>
      <div
        className="relative aspect-4/3 overflow-hidden rounded-xl"
        style={{ backgroundColor: sample.backdrop }}
      >
        <img
          src={sample.cutOutUrl}
          alt=""
          width={sidePx}
          height={sidePx}
          loading="lazy"
          className="absolute top-1/2 left-1/2 max-w-none"
          style={{ translate: `${-closeUp.centreX * sidePx}px ${-closeUp.centreY * sidePx}px` }}
        />
      </div>
      <figcaption className="mt-4">
        <h3 className="text-base font-semibold">{closeUp.title}</h3>
        <p className="mt-1 text-base text-muted">{closeUp.text}</p>
      </figcaption>
    </figure>
  );
}
