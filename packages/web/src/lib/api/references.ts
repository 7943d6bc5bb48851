import { messages } from '@packshot/contract/text/translation';
import type { Reference } from '@packshot/contract/tools/scene';
import type { StudioSet } from '@packshot/image-engine/pixels';
import { call } from './api-client.ts';

const TITLES: Readonly<Record<string, string>> = messages({
  'autumn-table': 'Autumn leaves',
  'blush-arches': 'Blush arches',
  'brushed-metal': 'Brushed metal',
  'citrus-kitchen': 'Citrus kitchen',
  'clothes-rail': 'Clothes rail before a white wall',
  'concrete-loft': 'Concrete loft',
  dunes: 'Desert dunes',
  'dusk-asphalt': 'Mountain road at dusk',
  'emerald-marble': 'Marble and gold on emerald',
  'flat-concrete': 'Concrete from above',
  'flat-linen': 'Linen from above',
  'flat-marble': 'White marble from above',
  'flat-oak': 'Oak from above',
  'flat-paper': 'Paper from above',
  'flat-sand': 'Sand from above',
  'flat-slate': 'Slate from above',
  'flat-terrazzo': 'Terrazzo from above',
  'gift-confetti': 'Gifts and confetti',
  'glass-blocks': 'Glass blocks',
  'kitchen-counter': 'Kitchen counter',
  'linen-books': 'Linen and books',
  'living-room': 'Living room by day',
  'marble-counter': 'Marble counter',
  'moss-forest': 'Moss and branches',
  'neon-night': 'Neon at night',
  'oak-window': 'Oak table in morning sun',
  'paper-clouds': 'Paper clouds',
  'plain-sweep': 'Plain paper sweep',
  'plaster-room': 'Plaster room in late sun',
  'pool-tiles': 'Pool tiles',
  'rose-petals': 'Rose petals',
  'silk-waves': 'Silk waves',
  'snow-fir': 'Snow and fir',
  'soap-bubbles': 'Soap bubbles',
  'still-water': 'Still water',
  'terracotta-court': 'Terracotta courtyard',
  'terrazzo-sage': 'Terrazzo and sage',
  'vehicle-hall': 'Clean hall',
  'velvet-stage': 'Velvet and spotlight',
  'wall-hook': 'Wall hook on a white wall',
  'wet-pebbles': 'Wet river stones',
  'wood-table': 'Wooden table',
});

/** Title of a studio set in the page's language; a set that this release doesn't know keeps the server's title. */
export const referenceTitle = (id: string | null | undefined, title: string): string =>
  TITLES[id ?? ''] ?? title;

export const loadReferences = async (): Promise<Reference[]> =>
  (await call('listReferences')).data.map((reference) => ({
    ...reference,
    title: referenceTitle(reference.id, reference.title),
  }));

/** A studio set's description, with the URL that precedes its files' names. */
export interface DescribedSet {
  readonly files: string;
  readonly set: StudioSet;
}

/** Loads a studio set by its id, as in `look.setId`. Files of this URL never change. */
export async function studioSet(id: string, signal?: AbortSignal): Promise<DescribedSet> {
  const { data } = await call('readStudioSet', { params: { id }, ...(signal && { signal }) });
  // The server validates its sets when it reads them.
  return { files: data.files, set: data.set as unknown as StudioSet };
}
