import { t } from '@packshot/contract/text/translation';
import { showToast } from '../state/toast.ts';

export const refuseLink = (): void =>
  showToast(
    'warning',
    t('That was a link, not a file. Save the picture to your device first, then drop its file here.'),
  );

export const refuseCells = (): void =>
  showToast(
    'warning',
    t(
      'Those are spreadsheet cells, not a picture. Paste them into a run in Catalog, or save the picture as a file first.',
    ),
  );
