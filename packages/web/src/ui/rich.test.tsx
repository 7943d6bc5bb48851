// @vitest-environment happy-dom
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Rich } from './rich.tsx';

const renderHtml = (text: string): string =>
  render(<Rich text={text} link={<a href="/terms" />} name={<bdi translate="no" />} />).container.innerHTML;

it('elements are shown where the sentence names them, in any order', () => {
  expect(renderHtml('Read <link>the terms</link>, <name>Ann</name>.')).toBe(
    'Read <a href="/terms">the terms</a>, <bdi translate="no">Ann</bdi>.',
  );
  expect(renderHtml('<name>Ann</name>, lies <link>die AGB</link>.')).toBe(
    '<bdi translate="no">Ann</bdi>, lies <a href="/terms">die AGB</a>.',
  );
});

it.each(['it’s <b>.csv', '<link>x</link>', '</name><name>x', '{count} # || <script>'])(
  'a name such as %s is shown as it is',
  (name) => {
    const { container } = render(
      <Rich text={`<name>${name}</name>, version 1`} name={<bdi translate="no" />} />,
    );
    expect(container.textContent).toBe(`${name}, version 1`);
    expect(container.querySelectorAll('bdi')).toHaveLength(1);
    expect(container.querySelectorAll('a, b, script')).toHaveLength(0);
  },
);

it('a tag without an element for it is shown as text', () => {
  expect(render(<Rich text="Made by <engine>this</engine>" />).container.textContent).toBe(
    'Made by <engine>this</engine>',
  );
});
