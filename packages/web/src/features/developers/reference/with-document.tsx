import { useCallback, useEffect } from 'react';
import type { ReactNode } from 'react';
import { useLoaded } from '../../../lib/api/use-loaded.ts';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { DOCUMENTS, loadDocument } from './document.ts';
import type { ReferenceDocument } from './document.ts';

interface WithDocumentProps {
  readonly path: keyof typeof DOCUMENTS;
  readonly children: (document: ReferenceDocument) => ReactNode;
}

/** Content generated from an OpenAPI document, shown once the document is loaded. */
export function WithDocument({ path, children }: WithDocumentProps) {
  const load = useCallback(() => loadDocument(DOCUMENTS[path]), [path]);
  const { loaded, reload } = useLoaded(load);
  const isReady = loaded.state === 'ready';
  // Scrolls after loading, because the anchor in the address doesn't exist before.
  useEffect(() => {
    if (isReady && location.hash !== '') scrollToHash();
  }, [isReady]);
  if (loaded.state === 'loading') return <Skeleton className="mt-8 h-[60vh]" />;
  if (loaded.state === 'failed') {
    return <LoadFailure message="The API reference didn’t load." onRetry={() => void reload()} />;
  }
  return children(loaded.value);
}

/** Scrolls to the anchor in the address; delayed until the app has scrolled to the top of the new page. */
function scrollToHash(): void {
  requestAnimationFrame(() => document.getElementById(location.hash.slice(1))?.scrollIntoView());
}
