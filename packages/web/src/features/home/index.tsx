import { ImageDown } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { afterFirstPaint } from '../../lib/after-first-paint.ts';
import { Icon } from '../../ui/icon.tsx';
import { usePageFiles } from '../../ui/page-files.ts';
import { Hero } from './hero.tsx';
import { openPhotos } from './open-photo.ts';
import { Tools } from './tools.tsx';

const BelowFold = lazy(() => import('./below-fold.tsx'));

/** So high that nothing of the first screen moves when it comes. */
const BELOW_FOLD_PLACE = <div className="min-h-screen" />;

export default function HomePage() {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => afterFirstPaint(() => setIsPainted(true)), []);
  const isDragging = usePageFiles((files) => void openPhotos(files));
  return (
    <>
      <Hero />
      <Tools />
      <Suspense fallback={BELOW_FOLD_PLACE}>{isPainted ? <BelowFold /> : BELOW_FOLD_PLACE}</Suspense>
      {isDragging && <DropCurtain />}
    </>
  );
}

/** Says that anywhere will do, while a file is over the page. */
function DropCurtain() {
  return (
    <div className="pointer-events-none fixed inset-0 z-40 flex animate-fade-in items-center justify-center bg-ground/85 p-4 backdrop-blur-sm">
      <div className="flex size-full flex-col items-center justify-center gap-4 rounded-2xl border-2 border-dashed border-accent">
        <Icon of={ImageDown} sizePx={40} />
        <p className="text-xl font-semibold">Drop your photo anywhere</p>
      </div>
    </div>
  );
}
