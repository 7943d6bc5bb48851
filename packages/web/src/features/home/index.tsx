import { t } from '@packshot/contract/text/translation';
import { ImageDown } from 'lucide';
import { lazy, Suspense, useEffect, useState } from 'react';
import { afterFirstPaint } from '../../lib/page/after-first-paint.ts';
import { usePageDrops } from '../../lib/page/page-drops.ts';
import { useGlobalState } from '../../lib/state/global-state.ts';
import { Icon } from '../../ui/icon.tsx';
import { Hero } from './hero.tsx';
import { openPhotos } from './open-photo.ts';
import { Tools } from './tools.tsx';

const BelowFold = lazy(() => import('./below-fold.tsx'));
const WorkHome = lazy(() => import('./work-home.tsx'));

/** Placeholder with the height of the window, so that nothing moves when the content arrives. */
const PLACE = <div className="min-h-screen" />;

/** Home page: introduces the product to new visitors; shows members their work. */
export default function HomePage() {
  const isMember = useGlobalState((state) => state.currentUser?.is_guest === false);
  const isDragging = usePageDrops((files) => void openPhotos(files));
  return (
    <>
      {isMember ? (
        <Suspense fallback={PLACE}>
          <WorkHome />
        </Suspense>
      ) : (
        <Landing />
      )}
      {isDragging && <DropCurtain />}
    </>
  );
}

function Landing() {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => afterFirstPaint(() => setIsPainted(true)), []);
  return (
    <>
      <Hero />
      <Tools />
      <Suspense fallback={PLACE}>{isPainted ? <BelowFold /> : PLACE}</Suspense>
    </>
  );
}

/** Overlay while the user drags a file over the page; the whole page accepts it. */
function DropCurtain() {
  return (
    <div className="pointer-events-none fixed inset-0 z-40 flex animate-fade-in items-center justify-center bg-ground/85 p-4 backdrop-blur-sm">
      <div className="flex size-full flex-col items-center justify-center gap-4 rounded-2xl border-2 border-dashed border-accent">
        <Icon of={ImageDown} sizePx={40} />
        <p className="text-xl font-semibold">{t('Drop your photo anywhere')}</p>
      </div>
    </div>
  );
}
