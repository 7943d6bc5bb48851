import { FileQuestionMark } from 'lucide-react';
import { EmptyState } from '../../ui/empty-state.tsx';

/** In place of a run that is not there for whoever asks. */
export const NoSuchRun = () => (
  <EmptyState icon={FileQuestionMark} title="No such run">
    <p>It was deleted, or it belongs to somebody else. Only the person who made a run can see it.</p>
  </EmptyState>
);
