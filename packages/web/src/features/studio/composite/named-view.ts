/** Reads a product's view and size from its name. The list of nouns is large, so this module is loaded with the scenes. */
import type { ReadView } from '@packshot/contract/tools/view';
import { readInLife, scaleInName, seenInName } from '@packshot/image-engine/pixels';

export { scaleInName };

/** Corrects the view in a photo by the product's name. */
export function viewOfNamed(view: ReadView | null, name: string): ReadView | null {
  const seen = seenInName(name);
  return view && seen ? readInLife(view, seen) : view;
}
