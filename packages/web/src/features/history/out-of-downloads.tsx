import { MESSAGES } from '@packshot/contract/messages';
import { ROUTES } from '@packshot/contract/routes';
import { Link } from '@tanstack/react-router';
import { Button, buttonClasses } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

/** Says that nothing was debited, and leads to the plans. */
export function OutOfDownloads(props: { readonly isOpen: boolean; readonly onClose: () => void }) {
  return (
    <Dialog
      isOpen={props.isOpen}
      onClose={props.onClose}
      title="Not enough downloads left"
      description={MESSAGES.outOfDownloadCredits}
      actions={
        <>
          <Button variant="secondary" onClick={props.onClose}>
            Close
          </Button>
          <Link to={ROUTES.home} search={{ tab: 'pricing' }} className={buttonClasses()}>
            See plans
          </Link>
        </>
      }
    />
  );
}
