import type { Run } from '@packshot/contract/catalog/runs';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../lib/api/api-client.ts';

const SHOWN = 6;
/** A little ahead of the edge of the window. */
const AHEAD = '200px';

/** The first pictures of a run, fetched once its card is in sight. They decorate: the card's link names the run. */
export function RunPictures({ id }: Pick<Run, 'id'>) {
  const ref = useRef<HTMLDivElement>(null);
  const [urls, setUrls] = useState<readonly string[]>([]);
  useEffect(() => {
    const box = ref.current;
    if (!box) return;
    let isOver = false;
    const load = async (): Promise<void> => {
      const { data } = await call('listRunItems', { params: { id }, query: { limit: String(SHOWN) } });
      if (!isOver) setUrls(data.flatMap(({ thumb_url: url }) => url ?? []));
    };
    const watcher = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting !== true) return;
        watcher.disconnect();
        load().catch((error: unknown) => console.warn('The pictures of a run could not be read.', error));
      },
      { rootMargin: AHEAD },
    );
    watcher.observe(box);
    return () => {
      isOver = true;
      watcher.disconnect();
    };
  }, [id]);
  return (
    <div ref={ref} data-testid="run-pictures" className="mt-3 flex h-14 gap-2 overflow-hidden">
      {urls.map((url) => (
        <img
          key={url}
          src={url}
          alt=""
          width={56}
          height={56}
          decoding="async"
          className="checkerboard size-14 shrink-0 rounded-md object-contain"
        />
      ))}
    </div>
  );
}
