import { expect, it } from 'vitest';
import { html } from './html.ts';

it('the html template escapes inserted values, except HTML', () => {
  const text = '<b>"a" & \'b\'</b>';
  expect(html`<p>${text}${html`<i>${1}</i>`}</p>`.source).toBe(
    '<p>&lt;b&gt;&quot;a&quot; &amp; &#39;b&#39;&lt;/b&gt;<i>1</i></p>',
  );
});
