import { t } from '@packshot/contract/text/translation';
import type { TableEncoding } from '@packshot/contract/catalog/table-text';
import type { TableAnswer } from '@packshot/contract/catalog/tables';
import { Notice } from '../../../ui/notice.tsx';
import { SelectField } from '../fields.tsx';

interface TableNoticesProps {
  readonly shown: TableAnswer;
  readonly onEncoding: (encoding: TableEncoding) => void;
}

/** Warnings about digits lost in a spreadsheet, and a choice of the encoding if it is ambiguous. */
export function TableNotices({ shown: { encoding, readings, notices }, onEncoding }: TableNoticesProps) {
  if (notices.length === 0 && readings.length < 2) return null;
  return (
    <div className="mt-3 grid gap-3">
      {notices.map((notice) => (
        <Notice key={notice} tone="info">
          {notice}
        </Notice>
      ))}
      {readings.length > 1 && encoding !== null && (
        <SelectField
          label={t('Character encoding')}
          hint={t('The file doesn’t state its character encoding. Choose the line that looks right.')}
          value={encoding}
          options={readings.map(
            (reading) => [reading.encoding, `${reading.sample} (${reading.name})`] as const,
          )}
          onChange={(value) => {
            const selectedReading = readings.find((reading) => reading.encoding === value);
            if (selectedReading !== undefined) onEncoding(selectedReading.encoding);
          }}
        />
      )}
    </div>
  );
}
