import { t } from '@packshot/contract/text/translation';
import halo from '../../lib/samples/close-up-halo.webp';
import texture from '../../lib/samples/close-up-texture.webp';
import thin from '../../lib/samples/close-up-thin.webp';

interface CloseUp {
  readonly pictureUrl: string;
  readonly title: string;
  readonly text: string;
}

const CLOSE_UPS: readonly CloseUp[] = [
  {
    pictureUrl: thin,
    title: t('Thin parts stay whole'),
    text: t('Crowns, wires and straps keep their width down to a few pixels.'),
  },
  {
    pictureUrl: texture,
    title: t('Your product’s own texture'),
    text: t('Inside the edge, every pixel comes from your photo.'),
  },
  {
    pictureUrl: halo,
    title: t('No halo'),
    text: t('Edge colors are re-estimated, so no rim of the old background remains.'),
  },
];

const WIDTH_PX = 800;
const HEIGHT_PX = 600;

export function CloseUps() {
  return (
    <section className="border-y border-line bg-surface">
      <div className="mx-auto w-full max-w-page px-6 py-14 max-md:px-4 max-md:py-10">
        <h2 className="text-2xl font-bold tracking-headline">{t('Look at the edge')}</h2>
        <p className="mt-2 max-w-xl text-base text-muted">
          {t('One cut-out at 200%, not retouched. You get it at the photo’s full size, as a PNG.')}
        </p>
        <div className="mt-7 grid gap-x-5 gap-y-8 md:grid-cols-3">
          {CLOSE_UPS.map(({ pictureUrl, title, text }) => (
            <figure key={title}>
              <img
                src={pictureUrl}
                alt=""
                width={WIDTH_PX}
                height={HEIGHT_PX}
                loading="lazy"
                decoding="async"
                className="aspect-4/3 w-full rounded-xl bg-fill-strong object-cover"
              />
              <figcaption className="mt-4">
                <h3 className="text-base font-semibold">{title}</h3>
                <p className="mt-1 text-base text-muted">{text}</p>
              </figcaption>
            </figure>
          ))}
        </div>
      </div>
    </section>
  );
}
