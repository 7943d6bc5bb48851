import { useEffect, useEffectEvent } from 'react';

/** Text and links that are dropped anywhere on the page: a browser would open a link instead of the page, and a zone for files is silent. */
export function useDropsWithoutFiles(onDrop: () => void): void {
  const receive = useEffectEvent(onDrop);
  useEffect(() => {
    const abort = new AbortController();
    const options = { signal: abort.signal, capture: true };
    const isOther = ({ dataTransfer }: DragEvent): boolean =>
      dataTransfer !== null && !dataTransfer.types.includes('Files');
    addEventListener(
      'dragover',
      (event) => {
        if (isOther(event)) event.preventDefault();
      },
      options,
    );
    addEventListener(
      'drop',
      (event) => {
        if (!isOther(event)) return;
        event.preventDefault();
        receive();
      },
      options,
    );
    return () => abort.abort();
  }, []);
}
