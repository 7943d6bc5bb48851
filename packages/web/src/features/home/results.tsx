import { t } from '@packshot/contract/text/translation';
import type { SamplePhoto } from '../../lib/samples/samples.ts';
import { OWN_PRODUCTS } from '../../lib/samples/own-products.ts';
import { SAMPLES } from '../../lib/samples/samples.ts';
import candleHolder from '../../lib/samples/candle-holder-after.webp';
import creamJar from '../../lib/samples/cream-jar-after.webp';
import headphones from '../../lib/samples/headphones-after.webp';
import perfume from '../../lib/samples/perfume-after.webp';
import speaker from '../../lib/samples/speaker-after.webp';
import stonewareMug from '../../lib/samples/stoneware-mug-after.webp';
import { openSample } from './open-photo.ts';

const AFTER_SIDE_PX = 720;

/** Scene that the engine made of each sample, by the sample's ID, with the name of the studio set. */
const AFTERS: readonly (readonly [id: string, url: string, set: string])[] = [
  ['perfume', perfume, t('Rose petals')],
  ['headphones', headphones, t('Concrete loft')],
  ['cream-jar', creamJar, t('Linen and books')],
  ['speaker', speaker, t('Terrazzo and sage')],
  ['stoneware-mug', stonewareMug, t('Oak table')],
  ['candle-holder', candleHolder, t('Terracotta courtyard')],
];
const PHOTOS = [...OWN_PRODUCTS, ...SAMPLES];

/** Results for different products, each with the original photo; a click opens the product in the studio. */
export function Results() {
  return (
    <section className="mx-auto w-full max-w-page px-6 pt-6 pb-14 max-md:px-4 max-md:pt-4 max-md:pb-10">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <h2 className="text-2xl font-bold tracking-headline">{t('From one plain photo')}</h2>
        <p className="max-w-md text-base text-muted">
          {t('Straight from the built-in engine, nothing retouched. Pick one and see for yourself.')}
        </p>
      </div>
      <ul className="mt-7 grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-3">
        {AFTERS.map(([id, url, set]) => {
          const photo = PHOTOS.find((candidate) => candidate.id === id);
          return (
            photo && (
              <li key={id}>
                <ResultTile photo={photo} afterUrl={url} set={set} />
              </li>
            )
          );
        })}
      </ul>
    </section>
  );
}

interface ResultTileProps {
  readonly photo: SamplePhoto;
  readonly afterUrl: string;
  readonly set: string;
}

function ResultTile({ photo, afterUrl, set }: ResultTileProps) {
  return (
    <button
      type="button"
      onClick={() => void openSample(photo, 'scene')}
      className="group relative block w-full overflow-hidden rounded-xl border border-line bg-surface text-left transition-shadow hover:shadow-mid"
    >
      <img
        src={afterUrl}
        alt=""
        width={AFTER_SIDE_PX}
        height={AFTER_SIDE_PX}
        loading="lazy"
        decoding="async"
        className="aspect-square w-full object-cover"
      />
      <span className="absolute bottom-3 left-3 overflow-hidden rounded-lg border-2 border-handle shadow-mid max-sm:bottom-2 max-sm:left-2">
        <img
          src={photo.thumbUrl}
          alt=""
          width={144}
          height={144}
          loading="lazy"
          className="size-20 object-cover max-sm:size-14"
        />
        <span className="absolute inset-x-0 bottom-0 bg-chip py-px text-center text-[11px] leading-4 font-medium text-chip-text">
          {t('Photo')}
        </span>
      </span>
      <span className="sr-only">
        : {t('{product}, here in the scene “{scene}”. Try it', { product: photo.name, scene: set })}
      </span>
    </button>
  );
}
