import { classNames } from './class-names.ts';

/** Holds the place of something that is loading, at its final size. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={classNames('animate-shimmer rounded-md bg-fill-strong', className)} />;
}
