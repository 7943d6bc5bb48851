import { classNames } from './class-names.ts';

/** A placeholder of the final size for something that is loading. */
export function Skeleton({ className }: { readonly className?: string }) {
  return <div aria-hidden className={classNames('animate-shimmer rounded-md bg-fill-strong', className)} />;
}
