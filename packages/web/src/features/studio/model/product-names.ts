/** Names of the products of a scene, as the panel and the stage show them. */
import { t } from '@packshot/contract/text/translation';
import type { StudioDocument } from './document.ts';
import { nameInFile } from './name-in-file.ts';
import type { PictureId, Result } from './results.ts';

const withoutExtension = (name: string): string => name.replace(/\.[^.]+$/, '');

/** Parts of a document from which its product's name follows. */
type NamedDocument = Pick<StudioDocument, 'photo' | 'edits'>;

/** Name that replaces a camera's file name: the title of the description, or else the name that the user typed. */
function nameInstead({ photo, edits }: NamedDocument): string {
  if (photo === null || nameInFile(photo.name) !== '') return '';
  const texts = edits.shopTexts[edits.currentId] ?? Object.values(edits.shopTexts).at(-1);
  return texts?.[edits.settings.language].title || edits.productName;
}

/** Name of a document, as lists show it: its photo's file name, unless that is a camera's and there is a better one. */
export const nameDocument = (document: NamedDocument): string =>
  nameInstead(document) || (document.photo?.name ?? t('Inspiration'));

/** Name of a document's own product. */
export const nameOwnProduct = (document: NamedDocument): string =>
  nameInstead(document) || (document.photo ? withoutExtension(document.photo.name) : t('Product'));

/**
 * Name of a product by its number in a scene of several, from 1 for the document's own product. Null if there is only
 * one product, or none with this number.
 */
export function nameByNumber(
  document: NamedDocument,
  others: readonly NamedProduct[],
  number: number,
): string | null {
  if (others.length === 0) return null;
  const { first, others: names } = nameProducts(document, others);
  return [first, ...names.values()][number - 1] ?? null;
}

/** Names of the products in a made scene, the document's own first; generic without their names. */
export function namesInScene(
  document: NamedDocument & Pick<StudioDocument, 'requests'>,
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
  document: NamedDocument,
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
