import { FileQuestionMark } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';

/** Shown for a run that doesn't exist or belongs to another user. */
export const NoSuchRun = () => (
  <EmptyState icon={FileQuestionMark} title="Run not found">
    <p>It was deleted or belongs to another user. Only its creator can see a run.</p>
  </EmptyState>
);
