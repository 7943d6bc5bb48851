import type { ReactNode } from 'react';
import { usePageTitle } from '../../lib/page-title.ts';
import { CANDLE_HOLDER } from '../../lib/samples.ts';

export interface EntranceProps {
  readonly title: string;
  readonly intro?: ReactNode;
  readonly children: ReactNode;
  /** The way to the other page. */
  readonly footer?: ReactNode;
}

/** The frame of the pages that people come in by: a form, and beside it what it is all about. */
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
      <Showpiece />
    </div>
  );
}

/** A product as it comes out, large, in a light of its own. Decoration: it says nothing that the form does not. */
function Showpiece() {
  return (
    <div
      aria-hidden
      className="relative m-4 ml-0 hidden overflow-hidden rounded-2xl lg:block"
      style={{ background: CANDLE_HOLDER.backdrop }}
    >
      <div className="absolute inset-0 bg-[radial-gradient(70%_60%_at_30%_20%,rgb(255_255_255/0.55),transparent_70%),linear-gradient(to_bottom,transparent_58%,rgb(27_25_23/0.16))]" />
      <div className="absolute inset-0 m-auto aspect-square w-full max-w-[38rem] self-center">
        <div className="absolute inset-x-[26%] bottom-[17%] h-[9%] rounded-[50%] bg-[rgb(27_25_23/0.42)] blur-2xl" />
        <img
          src={CANDLE_HOLDER.cutOutUrl}
          alt=""
          className="absolute inset-0 size-full scale-150 object-contain"
        />
      </div>
    </div>
  );
}

/** A link in running text. */
export const TEXT_LINK =
  'font-medium text-ink underline decoration-line-strong underline-offset-3 hover:decoration-ink';
