import { t } from '@packshot/contract/text/translation';
import type { Run, RunDownloadRequest } from '@packshot/contract/catalog/runs';
import type { Loaded } from '../../../lib/api/use-loaded.ts';
import { MoreCredits } from '../../../lib/plans/more-credits.tsx';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { NotLoaded } from '../../../ui/not-loaded.tsx';
import { CatalogLink } from '../catalog-link.tsx';
import { countMade } from '../words.ts';
import { downloadsWords } from './zip-price.ts';
import type { ZipPrice } from './zip-price.ts';

interface ZipDialogProps {
  readonly run: Run;
  readonly isOpen: boolean;
  readonly price: Loaded<ZipPrice>;
  readonly onReload: () => void;
  readonly onClose: () => void;
  readonly onDownload: (order: RunDownloadRequest) => void;
}

/** Asks whether the ZIP should include pictures that aren't reviewed, and shows what each choice costs. */
export function ZipDialog({ run, isOpen, price, onReload, onClose, onDownload }: ZipDialogProps) {
  const { needs_review: count, rejected } = run.counts;
  const hasReviewed = countMade(run) - rejected > count;
  const canPay = (kind: 'all' | 'reviewed'): boolean =>
    price.state === 'ready' && (price.value === null || price.value[kind] <= price.value.balance);
  const include = (
    <Button disabled={!canPay('all')} onClick={() => onDownload({ kind: 'zip' })}>
      {count > 0 ? t('Include') : t('Download')}
    </Button>
  );
  const prices =
    price.state === 'ready' ? (
      price.value !== null && <Prices price={price.value} hasChoice={count > 0 && hasReviewed} />
    ) : (
      <NotLoaded loaded={price} reload={async () => onReload()} className="h-10" />
    );
  if (count === 0) {
    return (
      <Dialog isOpen={isOpen} onClose={onClose} title={t('Download ZIP')} actions={include}>
        {prices}
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('{count, plural, one {# picture isn’t} other {# pictures aren’t}} reviewed', { count })}
      description={t('They may need a fix. If you hold them back, the manifest lists them without a file.')}
      actions={
        <>
          <CatalogLink to={{ kind: 'review', id: run.id }} className={buttonClasses('secondary')}>
            {t('Review now')}
          </CatalogLink>
          {hasReviewed && (
            <Button
              variant="secondary"
              disabled={!canPay('reviewed')}
              onClick={() => onDownload({ kind: 'zip', states: ['done', 'approved'] })}
            >
              {t('Hold back')}
            </Button>
          )}
          {include}
        </>
      }
    >
      {prices}
    </Dialog>
  );
}

function Prices({
  price,
  hasChoice,
}: {
  readonly price: NonNullable<ZipPrice>;
  readonly hasChoice: boolean;
}) {
  const { all, reviewed, balance } = price;
  return (
    <div className="mt-4 grid gap-1 text-sm text-muted">
      {hasChoice && (
        <p>
          {t('Hold back')}: {downloadsWords(reviewed, balance)}
        </p>
      )}
      <p>
        {hasChoice && `${t('Include')}: `}
        {downloadsWords(all, balance)}
      </p>
      {all > balance && (
        <p>
          <MoreCredits of="download" />
        </p>
      )}
    </div>
  );
}
