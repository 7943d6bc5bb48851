import { t } from '@packshot/contract/text/translation';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Message shown in place of a section's content that couldn't be loaded, with a button to try again. */
export function LoadFailure(props: { readonly message: string; readonly onRetry: () => void }) {
  return (
    <div className="grid justify-items-start gap-3">
      <Notice tone="error">{props.message}</Notice>
      <Button variant="secondary" size="sm" onClick={props.onRetry}>
        {t('Try again')}
      </Button>
    </div>
  );
}
