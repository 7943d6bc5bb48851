import { classNames } from './class-names.ts';

/** Placeholder for content that is loading, with the size of the content. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={classNames('animate-shimmer rounded-md bg-fill-strong', className)} />;
}
