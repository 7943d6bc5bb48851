import { FileQuestionMark } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Shown for a run that doesn't exist or belongs to another user. */
export const NoSuchRun = () => (
  <EmptyState icon={FileQuestionMark} title="No such run">
    <p>It was deleted, or it belongs to somebody else. Only the person who made a run can see it.</p>
  </EmptyState>
);
