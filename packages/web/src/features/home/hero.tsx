import { t } from '@packshot/contract/text/translation';
import { UPLOAD_MAX_BYTES } from '@packshot/contract/tools/limits';
import { Upload } from 'lucide';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { ThumbnailPicker } from '../../ui/thumbnail-picker.tsx';
import { HeroPicture } from './hero-picture.tsx';
import { openPhotos, openSample } from './open-photo.ts';
import { OWN_PRODUCTS } from '../../lib/samples/own-products.ts';
import { SAMPLES } from '../../lib/samples/samples.ts';

const BYTES_PER_MB = 1024 * 1024;
const MAX_MB = UPLOAD_MAX_BYTES / BYTES_PER_MB;
/** Pictures to try: the sample photos and the first of our own products, as many as fit in one row. */
const TO_TRY = [...SAMPLES, ...OWN_PRODUCTS.slice(0, 3)];

export function Hero() {
  return (
    <section className="mx-auto grid w-full max-w-page items-center gap-x-12 gap-y-10 px-6 pt-12 pb-16 max-md:px-4 max-md:pt-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,34rem)] xl:grid-cols-[minmax(0,1fr)_35rem] lg:pt-16">
      <div className="min-w-0">
        <h1 className="text-4xl font-bold tracking-headline max-md:text-3xl lg:max-xl:text-[48px] lg:max-xl:leading-[52px]">
          {t('Product photos, without the shoot.')}
        </h1>
        <p className="mt-5 max-w-md text-lg text-muted">
          {t(
            'Drop in a phone photo. Get your product cleanly cut out, in a studio scene with the right light and shadow, never repainted. No sign-up.',
          )}
        </p>
        <DropZone onFiles={(files) => void openPhotos(files)} className="group mt-8">
          {({ isOver, open }) => (
            <div
              className={classNames(
                'flex flex-wrap items-center gap-x-5 gap-y-4 rounded-xl border border-dashed bg-surface p-6 transition-colors max-md:p-5',
                isOver ? 'border-accent bg-accent-soft' : 'border-field-line group-hover:border-ink',
              )}
            >
              <Button size="lg" icon={Upload} onClick={open} className="max-sm:w-full">
                {t('Choose a photo')}
              </Button>
              <div className="min-w-0">
                <p className="text-base font-semibold">
                  {isOver ? <span>{t('Drop to start')}</span> : <OtherWays />}
                </p>
                <p className="text-sm text-muted">
                  {t('PNG, JPG, HEIC up to {maxMb} MB', { maxMb: MAX_MB })}
                  <span className="pointer-coarse:hidden"> · {t('Ctrl V works too')}</span>
                </p>
              </div>
            </div>
          )}
        </DropZone>
        <ThumbnailPicker
          label={t('No photo at hand? Try one of these:')}
          items={TO_TRY}
          actionLabel={({ name }) => t('Try it: {name}', { name })}
          onChoose={(sample) => void openSample(sample)}
          className="mt-5"
        />
      </div>
      <HeroPicture />
    </section>
  );
}

/** Ways to add a photo other than dropping it: touch screens can't drop a file, but a phone has a camera. */
function OtherWays() {
  return (
    <>
      <span className="pointer-coarse:hidden">{t('or drop it anywhere')}</span>
      <span className="hidden pointer-coarse:inline">{t('from your camera or gallery')}</span>
    </>
  );
}
