import { t } from '@packshot/contract/text/translation';
import { FileQuestionMark } from 'lucide';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Shown for a run that doesn't exist or belongs to another user. */
export const NoSuchRun = () => (
  <EmptyState icon={FileQuestionMark} title={t('Run not found')}>
    <p>{t('It was deleted or belongs to another user. Only its creator can see a run.')}</p>
  </EmptyState>
);
