import { Check, Copy } from 'lucide';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';
import { Highlighted } from './highlight.tsx';

/** Time in milliseconds for which the button confirms that the code was copied. */
const COPIED_MS = 2000;

interface CodeBlockProps {
  readonly code: string;
  readonly title: ReactNode;
  /** Name of the code, for the label of the copy button. */
  readonly label: string;
  readonly className?: string;
  /** ID of the example, for tests that run it. */
  readonly snippet?: string | undefined;
}

export function CodeBlock({ code, title, label, className = '', snippet }: CodeBlockProps) {
  return (
    <figure className={`min-w-0 overflow-hidden rounded-lg border border-line bg-surface ${className}`}>
      <figcaption className="flex min-h-11 items-center justify-between gap-3 border-b border-line bg-fill pr-1.5 pl-4 text-sm font-medium">
        <span className="min-w-0 flex-1">{title}</span>
        <CopyButton code={code} label={label} />
      </figcaption>
      <pre
        translate="no"
        // Focusable, so that it can be scrolled sideways by keyboard.
        tabIndex={0}
        aria-label={label}
        data-snippet={snippet}
        className="max-h-[34rem] overflow-auto px-4 py-3.5 font-mono text-[12.5px] leading-5 outline-offset-[-2px]"
      >
        <code translate="no">
          <Highlighted code={code} />
        </code>
      </pre>
    </figure>
  );
}

function CopyButton({ code, label }: { readonly code: string; readonly label: string }) {
  const [isCopied, setIsCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async () => {
    await navigator.clipboard.writeText(code);
    setIsCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setIsCopied(false), COPIED_MS);
  };
  return (
    <button
      type="button"
      aria-label={`Copy: ${label}`}
      onClick={() => void copy().catch((error: unknown) => console.warn('The browser does not copy.', error))}
      className="inline-flex h-8 shrink-0 items-center gap-1.5 rounded-md px-2.5 text-sm font-medium text-muted transition-colors hover:bg-fill-strong hover:text-ink pointer-coarse:h-11"
    >
      <Icon of={isCopied ? Check : Copy} sizePx={15} />
      <span role="status">{isCopied ? 'Copied' : 'Copy'}</span>
    </button>
  );
}
