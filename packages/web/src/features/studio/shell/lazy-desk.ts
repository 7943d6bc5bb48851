/** Lazily loaded components that the empty stage doesn't need: everything that an open picture shows. */
import { lazyPart } from '../../../lib/page/lazy-page.ts';
import type { LazyPart } from '../../../lib/page/lazy-page.ts';
import { toolList } from '../state/tools.ts';
import { TOOLS } from '../tools/index.ts';

export const PageLayers = lazyPart(async () => (await import('./desk.tsx')).PageLayers);

/** Also waits for the tools' stage components, so that the stage appears complete. */
export const Desk = lazyPart(async () => {
  const parts = toolList(TOOLS)
    .flatMap(({ Panel, PhonePanel, Overlay, Marks, picture, stage }) => [
      Panel,
      PhonePanel,
      Overlay,
      Marks,
      picture?.Layers,
      stage?.Layers,
    ])
    .filter(isPart);
  const [desk] = await Promise.all([import('./desk.tsx'), ...parts.map((part) => part.fetchScript())]);
  return desk.Desk;
});

/** Larger panels load separately when their tool is chosen, so they don't count. */
const isPart = (component: unknown): component is LazyPart<object> =>
  typeof component === 'function' && 'fetchScript' in component;

/** Prefetches all scripts. A failed one is fetched again, and reported, when it is shown. */
export async function fetchDesk(): Promise<void> {
  await Promise.allSettled([Desk.fetchScript(), PageLayers.fetchScript()]);
}
