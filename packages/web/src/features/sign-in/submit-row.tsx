import { t } from '@packshot/contract/text/translation';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useIsSlow } from './use-submit.ts';

/** End of a form: its general error, its button, and a message if sending takes long. */
export function SubmitRow(props: {
  readonly label: string;
  readonly isBusy: boolean;
  readonly error: string | undefined;
}) {
  const isSlow = useIsSlow(props.isBusy);
  return (
    <>
      {props.error !== undefined && <Notice tone="error">{props.error}</Notice>}
      <Button type="submit" size="lg" loading={props.isBusy} className="w-full">
        {props.label}
      </Button>
      <p aria-live="polite" className="text-center text-sm text-muted empty:hidden">
        {isSlow && t('The connection is slow. Still trying…')}
      </p>
    </>
  );
}
