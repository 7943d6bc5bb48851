import { hasBilling } from '../../lib/page/installation.ts';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/state/page-title.ts';

export interface LegalSection {
  readonly title: string;
  readonly body: ReactNode;
  /** Set for sections about credits, plans or payments, which a server without billing omits. */
  readonly isOfBilling?: true;
}

export function LegalPage(props: {
  readonly title: string;
  readonly intro: ReactNode;
  readonly sections: readonly LegalSection[];
}) {
  usePageTitle(props.title);
  return (
    <article className="mx-auto w-full max-w-2xl px-6 pt-12 pb-20 text-base max-md:px-4 max-md:pt-8">
      <h1 className="text-3xl font-bold tracking-headline max-md:text-2xl">{props.title}</h1>
      <p className="mt-4 text-lg text-muted">{props.intro}</p>
      {props.sections
        .filter(({ isOfBilling }) => hasBilling() || !isOfBilling)
        .map((section) => (
          <section key={section.title} className="mt-9">
            <h2 className="mb-2 text-lg font-semibold">{section.title}</h2>
            <div className="grid gap-3">{section.body}</div>
          </section>
        ))}
    </article>
  );
}
