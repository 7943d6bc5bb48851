import { t } from '@packshot/contract/text/translation';
import { useEffect, useState } from 'react';
import { LogoMark } from './logo.tsx';
import { Spinner, LOADING_INDICATOR_DELAY_MS } from './spinner.tsx';

/** Covers the screen while a page's script loads; the spinner appears only if loading takes long. */
export function FullScreenLoader() {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), LOADING_INDICATOR_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div
      role="status"
      data-page-loader
      data-testid="full-screen-loader"
      className="fixed inset-0 z-40 flex items-center justify-center bg-ground text-muted"
    >
      {isSlow ? <Spinner sizePx={28} /> : <LogoMark sizePx={28} />}
      <span className="sr-only">{t('Loading')}</span>
    </div>
  );
}
