/** Components of an open picture, loaded lazily because the empty stage doesn't need them. */
import { lazyPart } from '../../../lib/page/lazy-page.ts';
import type { LazyPart } from '../../../lib/page/lazy-page.ts';
import { toolList } from '../state/tools.ts';
import { TOOLS } from '../tools/index.ts';

export const PageLayers = lazyPart(async () => (await import('./desk.tsx')).PageLayers);

/** Layout of an open picture. Also waits for the tools' stage components, so that everything appears at once. */
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

/**
 * Whether a tool's component is loaded lazily. Larger panels aren't included, because they load separately when the
 * user chooses their tool.
 */
const isPart = (component: unknown): component is LazyPart<object> =>
  typeof component === 'function' && 'fetchScript' in component;

/**
 * Prefetches the scripts of an open picture. A script that fails is fetched again when its component is shown, and then
 * reported.
 */
export async function fetchDesk(): Promise<void> {
  await Promise.allSettled([Desk.fetchScript(), PageLayers.fetchScript()]);
}
