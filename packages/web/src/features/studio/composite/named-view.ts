/** Reads a product's view and size from names and prompts. The words are many, so this module is loaded with the scenes. */
import type { ReadView } from '@packshot/contract/tools/view';
import {
  leadsToHanging,
  readInLife,
  scaleInName,
  seenInName,
  viewInWords,
} from '@packshot/image-engine/pixels';

export { leadsToHanging, scaleInName, viewInWords };

/** Corrects the view in a photo by the product's name. */
export function viewOfNamed(view: ReadView | null, name: string): ReadView | null {
  const usualPose = seenInName(name);
  return view && usualPose ? readInLife(view, usualPose) : view;
}
