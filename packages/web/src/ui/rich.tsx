import { cloneElement, Fragment } from 'react';
import type { ReactElement } from 'react';

/** Matches `<name>text</name>`; splitting by it yields the text before, the name and the text inside, in turn. */
const TAG = /<(\w+)>([^<]*)<\/\w+>/;

/** Elements by the name of the tag that stands for them. */
type Elements = Readonly<Record<string, ReactElement>>;

/**
 * Sentence with elements inside, such as links. The text contains tags with the elements' names, so that translators
 * can move them: `<Rich text={t('Read the <link>terms</link>.')} link={<Link to="/terms" />} />`. Other tags are shown
 * as text.
 */
export function Rich({
  text,
  ...elements
}: { readonly text: string } | (Elements & { readonly text: string })) {
  const pieces = text.split(TAG);
  return pieces.map((piece, at) => {
    if (at % 3 === 2) return null;
    const element = at % 3 === 1 ? (elements as Elements)[piece] : undefined;
    const inside = pieces[at + 1] ?? '';
    const unknownTag = at % 3 === 1 ? `<${piece}>${inside}</${piece}>` : piece;
    const shown = element ? cloneElement(element, undefined, inside) : unknownTag;
    // Pieces never change places within a sentence.
    // eslint-disable-next-line react/no-array-index-key
    return <Fragment key={at}>{shown}</Fragment>;
  });
}
