import { classNames } from './class-names.ts';

/** Placeholder for content that is loading; `className` sets its size. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={classNames('animate-shimmer rounded-md bg-fill-strong', className)} />;
}
