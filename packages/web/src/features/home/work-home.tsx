import { t } from '@packshot/contract/text/translation';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Upload } from 'lucide';
import { useEffect, useState } from 'react';
import { useGlobalState } from '../../lib/state/global-state.ts';
import { readOpenWork } from '../../lib/handover/studio-database.ts';
import type { OpenWork } from '../../lib/handover/studio-database.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { DropZone } from '../../ui/drop-zone.tsx';
import { Icon } from '../../ui/icon.tsx';
import LastResults from './last-results.tsx';
import { openPhotos } from './open-photo.ts';
import { References } from './references.tsx';
import { Tools } from './tools.tsx';

/** Home page for account holders: their open work, their latest results and the tools, without advertising. */
export default function WorkHome() {
  const name = useGlobalState((state) => state.currentUser?.name ?? '');
  const [firstName = ''] = name.trim().split(/\s+/);
  return (
    <>
      <section className="mx-auto w-full max-w-page px-6 pt-10 max-md:px-4 max-md:pt-7">
        <h1 className="truncate text-3xl font-bold tracking-headline max-md:text-2xl">
          {firstName === '' ? t('Welcome back') : t('Welcome back, {firstName}', { firstName })}
        </h1>
        <div className="mt-6 grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <NewWork />
          <OpenWorkCard />
        </div>
      </section>
      <LastResults />
      <div className="pt-10">
        <Tools isForOwnPhotos />
      </div>
      <References />
    </>
  );
}

function NewWork() {
  return (
    <DropZone multiple onFiles={(files) => void openPhotos(files)} className="group h-full">
      {({ isOver, open }) => (
        <div
          className={classNames(
            'flex h-full min-h-36 flex-wrap items-center gap-x-5 gap-y-4 rounded-xl border border-dashed bg-surface p-6 transition-colors max-md:p-5',
            isOver ? 'border-accent bg-accent-soft' : 'border-field-line group-hover:border-ink',
          )}
        >
          <Button size="lg" icon={Upload} onClick={open} className="max-sm:w-full">
            {t('Choose photos')}
          </Button>
          <p className="min-w-0 text-base text-muted">
            <span className="font-semibold text-ink pointer-coarse:hidden">
              {t('or drop them anywhere.')}{' '}
            </span>
            {t('Choose several to edit them all at once.')}
          </p>
        </div>
      )}
    </DropZone>
  );
}

/** Card for the photo that is open in this browser's studio; hidden if there is none. */
function OpenWorkCard() {
  const work = useOpenWork();
  if (work === null) return null;
  return (
    <Link
      to={ROUTES.studio}
      className="group flex min-h-36 items-center gap-5 rounded-xl border border-line bg-surface p-5 transition-colors hover:border-line-strong"
    >
      <span className="checkerboard flex size-26 shrink-0 items-center justify-center overflow-hidden rounded-lg bg-size-[12px_12px]">
        {work.thumbnailUrl !== null && (
          <img src={work.thumbnailUrl} alt="" className="max-h-full max-w-full object-contain" />
        )}
      </span>
      <span className="min-w-0">
        <span className="block text-base font-semibold">{t('Continue editing')}</span>
        <span className="mt-0.5 block text-sm text-muted">{t('Your open photo in this browser')}</span>
        <Icon
          of={ArrowRight}
          sizePx={16}
          className="mt-3 text-muted transition-[translate,color] group-hover:translate-x-0.5 group-hover:text-ink"
        />
      </span>
    </Link>
  );
}

/** Open work; null while it is loading, and if there is none. */
function useOpenWork(): { readonly thumbnailUrl: string | null } | null {
  const [work, setWork] = useState<{ readonly thumbnailUrl: string | null } | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let isCurrent = true;
    const show = (openWork: OpenWork | null): void => {
      if (!isCurrent || openWork === null) return;
      url = openWork.thumbnail && URL.createObjectURL(openWork.thumbnail);
      setWork({ thumbnailUrl: url });
    };
    readOpenWork().then(show, (error: unknown) => console.warn('The open work could not be read.', error));
    return () => {
      isCurrent = false;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, []);
  return work;
}
