import { t } from '@packshot/contract/text/translation';
import { useState } from 'react';
import { getErrorMessage } from '../../lib/api/api-client.ts';
import { showToast } from '../../lib/state/toast.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export function Confirmation(props: {
  readonly title: string;
  readonly words: string;
  readonly button: string;
  readonly isDanger?: boolean;
  readonly onClose: () => void;
  readonly onConfirm: () => Promise<void>;
}) {
  const [isBusy, setIsBusy] = useState(false);
  const confirm = async () => {
    setIsBusy(true);
    try {
      await props.onConfirm();
    } catch (error) {
      showToast('error', getErrorMessage(error));
      props.onClose();
    }
  };
  return (
    <Dialog
      isOpen
      onClose={props.onClose}
      title={props.title}
      description={props.words}
      actions={
        <>
          <Button variant="secondary" onClick={props.onClose}>
            {t('Cancel')}
          </Button>
          <Button
            variant={props.isDanger === true ? 'danger' : 'primary'}
            loading={isBusy}
            onClick={() => void confirm()}
          >
            {props.button}
          </Button>
        </>
      }
    />
  );
}
