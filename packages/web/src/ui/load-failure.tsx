import { t } from '@packshot/contract/text/translation';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

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
