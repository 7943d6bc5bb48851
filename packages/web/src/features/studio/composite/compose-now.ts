import { fullPicture } from '../documents/full-picture.ts';
import type { StudioContext } from '../state/studio-context.ts';
import type { Composite, CompositionOrder } from './compose.ts';
import { createComposition, productIn } from './composing.ts';

/**
 * Order for composing the picture on the stage, with the product's full-resolution pixels: when the user exports, the
 * stage may still show only the smaller preview.
 * @returns null if there is nothing to compose
 * @throws if the product's pixels are unavailable
 */
export async function compositionToMake(context: StudioContext): Promise<CompositionOrder | null> {
  const state = context.store.getState();
  const { document } = state;
  const order = createComposition(context.tools, state);
  const product = document && productIn(document);
  if (!document || !order || !product) return null;
  return { ...order, product: await fullPicture(context, document, product.id) };
}

/**
 * Composes the picture on the stage at full size.
 * @param change overrides of the stage's settings
 * @returns null if there is nothing to compose
 * @throws as `compositionToMake`
 */
export async function composeNow(
  context: StudioContext,
  change: Partial<Pick<CompositionOrder, 'shadow'>> = {},
): Promise<Composite | null> {
  const order = await compositionToMake(context);
  return order && context.services.compose({ ...order, ...change });
}
