/** What the empty stage does not need yet, in scripts of its own: everything that an open picture shows. */
import { lazyPart } from '../../../lib/page/lazy-page.ts';
import type { LazyPart } from '../../../lib/page/lazy-page.ts';
import { toolList } from '../state/tools.ts';
import { TOOLS } from '../tools/index.ts';

export const PageLayers = lazyPart(async () => (await import('./desk.tsx')).PageLayers);

/** Waits for what the tools show on it, too: the stage then comes as a whole. */
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

/** Larger panels, which come when their tool is chosen, are none. */
const isPart = (component: unknown): component is LazyPart<object> =>
  typeof component === 'function' && 'fetchScript' in component;

/** Fetches all of it ahead. What fails is asked for again, and reported, when it is shown. */
export async function fetchDesk(): Promise<void> {
  await Promise.allSettled([Desk.fetchScript(), PageLayers.fetchScript()]);
}
