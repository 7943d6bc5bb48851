import { ROUTES } from '@packshot/contract/tabs';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { EVENTS, isTracked, readConsent, track, writeConsent } from '../lib/analytics.ts';
import { onProductEvent } from '../lib/product-events.ts';
import { Button } from '../ui/button.tsx';

/** Tells of each page, and asks, once, whether it may. Where nothing is counted it does neither. */
export function Tracking() {
  const { pathname } = useLocation();
  const [isAsking, setIsAsking] = useState(false);
  useEffect(() => {
    // A reset link's path holds a secret.
    void track(EVENTS.pageViewed, { path: pathname.replace(/^(\/reset-password\/).*/, '$1') });
  }, [pathname]);
  useEffect(() => onProductEvent(() => void track(EVENTS.thirdImageGenerated)), []);
  useEffect(() => {
    let isCurrent = true;
    void isTracked().then((isHere) => isCurrent && setIsAsking(isHere && readConsent() === null));
    return () => {
      isCurrent = false;
    };
  }, []);
  if (!isAsking) return null;
  const answer = (consent: 'yes' | 'no') => {
    writeConsent(consent);
    setIsAsking(false);
  };
  return (
    <section
      aria-label="Counting visits"
      className="fixed bottom-4 left-4 z-40 w-90 max-w-[calc(100vw-2rem)] animate-rise-in rounded-xl border border-line bg-raised p-5 shadow-mid max-md:bottom-[calc(4.5rem+env(safe-area-inset-bottom))]"
    >
      <p className="text-sm">
        May we count which pages and tools you use? It stays on this site’s own server, and never includes
        your pictures.{' '}
        <Link to={ROUTES.privacyPolicy} className="font-medium underline underline-offset-3">
          Privacy
        </Link>
      </p>
      <div className="mt-3.5 flex gap-2">
        <Button size="sm" onClick={() => answer('yes')}>
          Yes
        </Button>
        <Button size="sm" variant="secondary" onClick={() => answer('no')}>
          No
        </Button>
      </div>
    </section>
  );
}
