import { ChevronDown } from 'lucide';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/icon.tsx';

export function Section(props: {
  readonly title: string;
  readonly note?: string | undefined;
  /** Field beside the title. */
  readonly field?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <section>
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="text-sm font-semibold tracking-normal">{props.title}</h2>
        {props.note !== undefined && <p className="text-xs text-muted">{props.note}</p>}
        {props.field}
      </div>
      {props.children}
    </section>
  );
}

export function Disclosure(props: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}) {
  return (
    <details open={props.isOpen} className="group">
      <summary className="mb-2 flex cursor-pointer list-none items-center justify-between rounded-md text-sm font-semibold [&::-webkit-details-marker]:hidden">
        <h2 className="text-sm font-semibold tracking-normal">{props.title}</h2>
        <Icon of={ChevronDown} className="text-muted transition-transform group-open:rotate-180" />
      </summary>
      {props.children}
    </details>
  );
}
