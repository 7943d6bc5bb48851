import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/state/page-title.ts';
import { MUG_SCENES } from '../../lib/samples/samples.ts';

export interface EntranceProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
  /** Link to the alternative page, such as from sign-in to sign-up. */
  readonly footer?: ReactNode;
}

/** Layout of sign-in pages: a form with a large picture beside it. */
export function Entrance({ title, intro, children, footer }: EntranceProps) {
  usePageTitle(title);
  return (
    <div className="grid flex-1 lg:grid-cols-2">
      <div className="flex flex-col items-center justify-center px-6 py-12 max-md:justify-start max-md:px-5 max-md:py-8">
        <div className="w-full max-w-100">
          <h1 className="text-2xl font-bold tracking-headline">{title}</h1>
          {intro !== undefined && <div className="mt-2 text-base text-muted">{intro}</div>}
          <div className="mt-7">{children}</div>
          {footer !== undefined && <div className="mt-7 text-base text-muted">{footer}</div>}
        </div>
      </div>
      <SidePicture />
    </div>
  );
}

function SidePicture() {
  const scene = MUG_SCENES[0];
  return (
    <div aria-hidden className="m-4 ml-0 hidden lg:block">
      {/* The picture has the window's height rather than the form's, which grows when the form shows errors. */}
      <div className="sticky top-17 h-[calc(100dvh-5.25rem)] overflow-hidden rounded-2xl bg-fill-strong">
        <img src={scene?.url} alt="" className="size-full object-cover" />
      </div>
    </div>
  );
}

export const TEXT_LINK =
  'font-medium text-ink underline decoration-line-strong underline-offset-3 hover:decoration-ink';
