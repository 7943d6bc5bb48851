// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { tolerateForeignNodes } from './foreign-nodes.ts';

const { removeChild, insertBefore, replaceChild } = Node.prototype;
const { replaceWith } = CharacterData.prototype;
beforeAll(tolerateForeignNodes);
afterEach(cleanup);
afterAll(() => {
  Object.assign(Node.prototype, { removeChild, insertBefore, replaceChild });
  Object.assign(CharacterData.prototype, { replaceWith });
});

const font = (content: Node | string): HTMLElement => {
  const [outer, inner] = [document.createElement('font'), document.createElement('font')];
  inner.append(content);
  outer.append(inner);
  return outer;
};

/** Ways in which page translators change a text node. */
const TRANSLATORS: readonly [string, (text: Text) => void][] = [
  [
    'moves the text into elements',
    (text) => {
      const place = document.createComment('');
      text.before(place);
      place.replaceWith(font(text));
    },
  ],
  ['replaces the text with elements', (text) => text.replaceWith(font(text.data.toUpperCase()))],
  [
    'replaces the child of its parent',
    (text) => text.parentNode?.replaceChild(font(text.data.toUpperCase()), text),
  ],
];

function Line({ isBusy, hasText }: { readonly isBusy: boolean; readonly hasText: boolean }) {
  return (
    <p>
      {isBusy && <b>busy</b>}
      {hasText ? 'saving' : null}
      <i>end</i>
    </p>
  );
}

it.each(TRANSLATORS)(
  'React can add and remove nodes beside a text when a translator %s',
  (_what, translate) => {
    const { container, rerender } = render(<Line isBusy={false} hasText />);
    const text = [...(container.querySelector('p')?.childNodes ?? [])].find((node) => node instanceof Text);
    if (!text) throw new Error('There is no text.');
    translate(text);
    rerender(<Line isBusy hasText />);
    expect(screen.getByText('busy')).toBeDefined();
    rerender(<Line isBusy hasText={false} />);
    expect(container.textContent).toBe('busyend');
    rerender(<Line isBusy={false} hasText />);
    expect(container.textContent).toBe('savingend');
  },
);

it('React continues when an extension removes a text', () => {
  const { container, rerender } = render(<Line isBusy={false} hasText />);
  container.querySelector('p')?.firstChild?.remove();
  rerender(<Line isBusy hasText />);
  rerender(<Line isBusy hasText={false} />);
  expect(screen.getByText('busy')).toBeDefined();
});

it('React continues when the page returns to its own language', () => {
  const { container, rerender } = render(<Line isBusy={false} hasText />);
  const paragraph = container.querySelector('p');
  const text = paragraph?.firstChild;
  if (!paragraph || !(text instanceof Text)) throw new Error('There is no text.');
  const translated = font('SAVING');
  paragraph.replaceChild(translated, text);
  paragraph.replaceChild(text, translated);
  text.remove();
  rerender(<Line isBusy hasText={false} />);
  expect(container.textContent).toContain('busy');
});

function Extension({ of }: { readonly of: string }) {
  return (
    <p>
      <span>.{of}</span>
    </p>
  );
}

it.each(TRANSLATORS)('React’s later text is shown when a translator %s', (_what, translate) => {
  const { container, rerender } = render(<Extension of="png" />);
  const texts = Array.from(container.querySelector('span')?.childNodes ?? []);
  for (const text of texts) translate(text as Text);
  rerender(<Extension of="jpg" />);
  expect(container.textContent).toBe('.jpg');
});
