import { LoadFailure } from './load-failure.tsx';
import { Skeleton } from './skeleton.tsx';

/** Shown in place of content that isn't loaded: a skeleton, or the reason for a failure. */
export function NotLoaded(props: {
  readonly loaded: { readonly state: 'loading' } | { readonly state: 'failed'; readonly message: string };
  readonly reload: () => Promise<void>;
  readonly className: string;
}) {
  const { loaded, reload, className } = props;
  if (loaded.state === 'loading') return <Skeleton className={className} />;
  return <LoadFailure message={loaded.message} onRetry={() => void reload()} />;
}
