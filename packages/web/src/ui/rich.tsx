import { cloneElement } from 'react';
import type { ReactElement, ReactNode } from 'react';

type Elements = Readonly<Record<string, ReactElement>>;

/**
 * Sentence with elements inside, such as links. Its text names each element once, as a tag, so translators can move
 * them: `<Rich text={t('Read the <link>terms</link>.')} link={<Link to="/terms" />} />`. A tag's text is shown as it is,
 * because it may be a file name that contains tags.
 */
export function Rich({
  text,
  ...elements
}: { readonly text: string } | (Elements & { readonly text: string })): ReactNode {
  const named = Object.entries(elements as Elements)
    .map(([name, element]) => ({
      name,
      element,
      from: text.indexOf(`<${name}>`),
      to: text.lastIndexOf(`</${name}>`),
    }))
    .filter(({ from, to }) => from !== -1 && to > from)
    .toSorted((one, other) => one.from - other.from);
  const [first] = named;
  if (first === undefined) return text;
  const { name, element, from, to } = first;
  const others = Object.fromEntries(Object.entries(elements as Elements).filter(([other]) => other !== name));
  return (
    <>
      {text.slice(0, from)}
      {cloneElement(element, undefined, text.slice(from + name.length + 2, to))}
      <Rich text={text.slice(to + name.length + 3)} {...others} />
    </>
  );
}
