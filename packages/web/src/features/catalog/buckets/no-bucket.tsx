import { t } from '@packshot/contract/text/translation';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { Rich } from '../../../ui/rich.tsx';

/** Link to the bucket settings, for users without a suitable bucket. */
export const NoBucket = ({ right }: { readonly right: 'read' | 'write' }) => (
  <p className="text-sm text-muted">
    <Rich
      text={
        right === 'read'
          ? t('No bucket is connected for importing photos yet. <link>Connect one in your account</link>')
          : t('No bucket is connected for delivering files yet. <link>Connect one in your account</link>')
      }
      link={
        <Link
          to={ROUTES.home}
          search={{ tab: 'account' }}
          hash="buckets"
          className="font-medium text-accent-text underline-offset-2 hover:underline"
        />
      }
    />
  </p>
);
