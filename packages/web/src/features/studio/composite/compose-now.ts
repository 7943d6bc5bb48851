/** Makes what is being composed on the stage. */
import { fullPicture } from '../documents/full-picture.ts';
import type { StudioContext } from '../state/studio-context.ts';
import type { Composite, CompositionOrder } from './compose.ts';
import { compositionOf, productIn } from './composing.ts';

/**
 * What is on the stage, from the product's own pixels: the quick rendition is for looking at, and may still be all that
 * is there when somebody takes the picture away.
 * @returns null when there is nothing to compose
 * @throws when the product's pixels are not to be had
 */
export async function compositionToMake(context: StudioContext): Promise<CompositionOrder | null> {
  const state = context.store.getState();
  const { document } = state;
  const order = compositionOf(context.tools, state);
  const product = document && productIn(document);
  if (!document || !order || !product) return null;
  return { ...order, product: await fullPicture(context, document, product.id) };
}

/**
 * Makes the picture that is on the stage, at its full size.
 * @param change what is to be otherwise than on the stage
 * @returns null when there is nothing to compose
 * @throws as `compositionToMake`
 */
export async function composeNow(
  context: StudioContext,
  change: Partial<Pick<CompositionOrder, 'shadow'>> = {},
): Promise<Composite | null> {
  const order = await compositionToMake(context);
  return order && context.services.compose({ ...order, ...change });
}
