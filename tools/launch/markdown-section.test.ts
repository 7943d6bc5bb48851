import { expect, it } from 'vitest';
import { replaceSection } from './markdown-section.ts';

const DOCUMENT =
  '# A\n<!-- bench:a -->\nold\n<!-- /bench:a -->\n# B\n<!-- bench:b -->\nkept\n<!-- /bench:b -->\n';

it('replacing a section of a Markdown file is repeatable, and leaves the rest unchanged', () => {
  const once = replaceSection(DOCUMENT, 'a', 'new');
  expect(once).toContain('<!-- bench:a -->\n\nnew\n\n<!-- /bench:a -->');
  expect(once).not.toContain('old');
  expect(once).toContain('kept');
  expect(replaceSection(once, 'a', 'new')).toBe(once);
});

it('replacing an unknown section of a Markdown file fails', () => {
  expect(() => replaceSection(DOCUMENT, 'c', 'new')).toThrow('no section <!-- bench:c -->');
});
