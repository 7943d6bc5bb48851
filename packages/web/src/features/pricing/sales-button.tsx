import { OWN_MESSAGES } from '@packshot/contract/messages';
import { useId } from 'react';
import { Button } from '../../ui/button.tsx';

/** The way to a plan that is agreed in person. */
export function SalesButton({ label }: { readonly label: string }) {
  const noteId = useId();
  return (
    <>
      <Button disabled variant="secondary" aria-describedby={noteId} className="mt-4 w-full">
        {label}
      </Button>
      <p id={noteId} className="mt-2 min-h-4 text-xs text-muted">
        {OWN_MESSAGES.salesNotConfigured}
      </p>
    </>
  );
}
