import { useEffect, useState } from 'react';
import type { ImgHTMLAttributes } from 'react';
import { classNames } from './class-names.ts';

/**
 * Delays in milliseconds between attempts to load a picture; a returning connection triggers an attempt immediately.
 */
const RETRY_AFTER_MS = [2000, 8000, 30_000];

/** Picture that shows a placeholder while it can't be loaded, and appears when a later attempt succeeds. */
export function ReturningImage({ alt, className, ...rest }: ImgHTMLAttributes<HTMLImageElement>) {
  const [tries, setTries] = useState(0);
  const [isMissing, setIsMissing] = useState(false);
  useEffect(() => {
    if (!isMissing) return;
    const again = (): void => {
      setTries((count) => count + 1);
      setIsMissing(false);
    };
    const waitMs = RETRY_AFTER_MS[tries];
    const timer = waitMs === undefined ? undefined : setTimeout(again, waitMs);
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, [isMissing, tries]);
  if (isMissing)
    return alt === '' ? (
      <span aria-hidden className={classNames('block bg-fill-strong', className)} />
    ) : (
      <span role="img" aria-label={alt} className={classNames('block bg-fill-strong', className)} />
    );
  return <img key={tries} {...rest} alt={alt} className={className} onError={() => setIsMissing(true)} />;
}
