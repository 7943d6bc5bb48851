import { t } from '@packshot/contract/text/translation';
import { Check, Copy } from 'lucide';
import { useId, useRef, useState } from 'react';
import { Button } from './button.tsx';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly rows?: number;
}

/** Text with a button that copies it. If the browser doesn't allow copying, the button selects the text instead. */
export function CopyField({ label, value, rows = value.length > 60 ? 3 : 1 }: CopyFieldProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [isCopied, setIsCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setIsCopied(true);
    } catch {
      field.current?.select();
    }
  };
  return (
    <div>
      <div className="mb-1.5 flex items-center justify-between gap-4">
        <label htmlFor={id} className="text-sm font-medium">
          {label}
        </label>
        <Button
          variant="secondary"
          size="sm"
          icon={isCopied ? Check : Copy}
          aria-label={t('Copy: {label}', { label })}
          onClick={() => void copy()}
        >
          {isCopied ? t('Copied') : t('Copy')}
        </Button>
      </div>
      <textarea
        id={id}
        ref={field}
        readOnly
        spellCheck={false}
        rows={rows}
        value={value}
        onFocus={(event) => event.target.select()}
        className="block w-full resize-none rounded-md border border-field-line bg-fill px-3 py-2.5 font-mono text-sm break-all"
      />
      <p role="status" className="sr-only">
        {isCopied ? t('Copied') : ''}
      </p>
    </div>
  );
}
