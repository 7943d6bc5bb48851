import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';

/** Link to the bucket settings, for users without a suitable bucket. */
export const NoBucket = ({ right }: { readonly right: 'read' | 'write' }) => (
  <p className="text-sm text-muted">
    No bucket is connected for {right === 'read' ? 'importing photos' : 'delivering files'} yet.{' '}
    <Link
      to={ROUTES.home}
      search={{ tab: 'account' }}
      hash="buckets"
      className="font-medium text-accent-text underline-offset-2 hover:underline"
    >
      Connect one in your account
    </Link>
  </p>
);
