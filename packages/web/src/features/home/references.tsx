import { t } from '@packshot/contract/text/translation';
import type { Reference } from '@packshot/contract/tools/scene';
import { useEffect, useState } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { openReference } from './open-photo.ts';

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;

/** Built-in scenes: choosing one opens Create, which places the next photo in it. */
export function References() {
  const [section, setSection] = useState<HTMLElement | null>(null);
  const references = useReferences(section);
  if (references !== null && references.length === 0) return null;
  return (
    <section ref={setSection} className="mx-auto w-full max-w-page py-10">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2 px-6 max-md:px-4">
        <h2 className="text-2xl font-bold tracking-headline">{t('A studio full of sets')}</h2>
        <p className="max-w-md text-base text-muted">
          {t('Pick a set, and your product gets its light and its shadow. Or describe your own.')}
        </p>
      </div>
      <ul
        aria-label={t('Scenes')}
        className="mt-6 flex snap-x scroll-px-6 gap-4 overflow-x-auto px-6 pb-3 max-md:scroll-px-4 max-md:gap-3 max-md:px-4"
      >
        {references === null
          ? PLACES.map((place) => (
              <li key={place} className="w-44 shrink-0 max-md:w-36">
                <Skeleton className="aspect-square rounded-xl" />
                <div className="h-9" />
              </li>
            ))
          : references.map((reference) => (
              <li key={reference.id} className="w-44 shrink-0 snap-start max-md:w-36">
                <ReferenceTile reference={reference} />
              </li>
            ))}
      </ul>
    </section>
  );
}

function ReferenceTile({ reference }: { readonly reference: Reference }) {
  return (
    <button
      type="button"
      onClick={() => openReference(reference.id)}
      className="group block w-full rounded-xl text-left"
    >
      <span className="block aspect-square overflow-hidden rounded-xl border border-line bg-fill-strong">
        <img
          src={reference.image}
          alt=""
          width={320}
          height={320}
          loading="lazy"
          decoding="async"
          className="size-full object-cover transition-[scale] group-hover:scale-103"
        />
      </span>
      <span className="mt-2 block h-7 truncate text-sm font-semibold">{reference.title}</span>
    </button>
  );
}

/** Distance from the window at which a section counts as near: half a window's height. */
const NEAR = '50%';

/** Resolves when the user has scrolled near the element. */
const whenNear = (element: HTMLElement, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const watcher = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        watcher.disconnect();
        resolve();
      },
      { rootMargin: NEAR },
    );
    watcher.observe(element);
    signal.addEventListener('abort', () => watcher.disconnect());
  });

/**
 * References from the server, loaded when the user has scrolled near the section; null until then. If they can't be
 * loaded, the list is empty, and the page shows none.
 */
function useReferences(section: HTMLElement | null): readonly Reference[] | null {
  const [references, setReferences] = useState<readonly Reference[] | null>(null);
  useEffect(() => {
    if (section === null) return;
    const leaving = new AbortController();
    const load = async (): Promise<readonly Reference[]> => {
      await whenNear(section, leaving.signal);
      // Imported lazily: the API's schemas are too heavy for the landing page's first load.
      const { loadReferences } = await import('../../lib/api/references.ts');
      return await loadReferences();
    };
    void load()
      .catch((error: unknown) => {
        console.warn('The references did not arrive.', error);
        return [];
      })
      .then((loaded) => {
        if (!leaving.signal.aborted) setReferences(loaded);
      });
    return () => leaving.abort();
  }, [section]);
  return references;
}
