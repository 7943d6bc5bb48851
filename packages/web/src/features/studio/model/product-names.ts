/** Names of the products of a scene, as the panel and the stage show them. */
import { t } from '@packshot/contract/text/translation';
import type { StudioDocument } from './document.ts';
import type { PictureId, Result } from './results.ts';

const withoutExtension = (name: string): string => name.replace(/\.[^.]+$/, '');

/** Name of a document's own product: that of its photo. */
export const nameOwnProduct = ({ photo }: Pick<StudioDocument, 'photo'>): string =>
  photo ? withoutExtension(photo.name) : t('Product');

/**
 * Name of a product by its number in a scene of several, from 1 for the document's own product. Null if there is only
 * one product, or none with this number.
 */
export function nameByNumber(
  document: Pick<StudioDocument, 'photo'>,
  others: readonly NamedProduct[],
  number: number,
): string | null {
  if (others.length === 0) return null;
  const { first, others: names } = nameProducts(document, others);
  return [first, ...names.values()][number - 1] ?? null;
}

/** Names of the products in a made scene, the document's own first; generic without their names. */
export function namesInScene(
  document: Pick<StudioDocument, 'photo' | 'requests'>,
  { scene }: Pick<Result, 'scene'>,
): readonly string[] {
  const beside = scene?.facts?.beside ?? [];
  if (beside.length === 0) return [t('Product')];
  const { otherProducts = [] } = document.requests.find(({ id }) => id === scene?.runId)?.scene ?? {};
  return Array.from(
    { length: beside.length + 1 },
    (_, at) => nameByNumber(document, otherProducts, at + 1) ?? t('Product'),
  );
}

interface NamedProduct {
  readonly id: PictureId;
  readonly name: string;
}

/** Different names of several products: a number follows a name that an earlier product has. The first is the document's own. */
export function nameProducts(
  document: Pick<StudioDocument, 'photo'>,
  others: readonly NamedProduct[],
): { readonly first: string; readonly others: ReadonlyMap<PictureId, string> } {
  const first = nameOwnProduct(document);
  const taken = new Set([first]);
  const names = others.map(({ id, name }) => {
    const plain = withoutExtension(name);
    let distinct = plain;
    for (let number = 2; taken.has(distinct); number++) distinct = `${plain} ${number}`;
    taken.add(distinct);
    return [id, distinct] as const;
  });
  return { first, others: new Map(names) };
}
