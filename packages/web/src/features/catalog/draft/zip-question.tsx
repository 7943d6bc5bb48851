import { t } from '@packshot/contract/text/translation';
import type { CodePage } from '@packshot/contract/text/code-pages';
import type { ZipReading } from '@packshot/contract/text/zip-names';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';

interface ZipQuestionProps {
  readonly readings: readonly ZipReading[];
  readonly answer: (page: CodePage) => void;
}

/** Asks the user for the encoding of the file names in a ZIP if it is ambiguous. */
export function useZipQuestion() {
  const [question, setQuestion] = useState<ZipQuestionProps | null>(null);
  const choose = (readings: readonly ZipReading[]): Promise<CodePage> =>
    new Promise((resolve) => {
      const answer = (page: CodePage): void => {
        setQuestion(null);
        resolve(page);
      };
      setQuestion({ readings, answer });
    });
  return { choose, question };
}

export function ZipQuestion({ readings, answer }: ZipQuestionProps) {
  return (
    <div
      role="group"
      aria-label={t('Encoding of the file names')}
      className="grid gap-3 rounded-lg bg-fill px-4 py-3 text-sm"
    >
      <p role="status">
        {t('The ZIP doesn’t state the encoding of its file names. Choose the name that looks right.')}
      </p>
      <ul className="flex flex-wrap gap-2">
        {readings.map(({ page, name, sample }) => (
          <li key={page}>
            <Button variant="secondary" size="sm" onClick={() => answer(page)}>
              <span translate="no">{`${sample} (${name})`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
