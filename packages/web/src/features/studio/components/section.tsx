import type { ReactNode } from 'react';

/** A titled part of the panel. */
export function Section(props: {
  readonly title: string;
  readonly note?: string;
  readonly children: ReactNode;
}) {
  return (
    <section>
      <div className="mb-2 flex items-baseline justify-between gap-3">
        <h2 className="text-sm font-semibold tracking-normal">{props.title}</h2>
        {props.note !== undefined && <p className="text-xs text-muted">{props.note}</p>}
      </div>
      {props.children}
    </section>
  );
}
