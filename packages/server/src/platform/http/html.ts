/** Text that is already HTML; created only by {@link html}. */
export class Html {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

type Insert = string | number | Html | readonly Html[];

/** Template tag that escapes every inserted value, except values that are already `Html`. */
export function html(strings: TemplateStringsArray, ...inserts: Insert[]): Html {
  let source = strings[0] ?? '';
  for (const [index, insert] of inserts.entries()) source += toSource(insert) + (strings[index + 1] ?? '');
  return new Html(source);
}

function toSource(insert: Insert): string {
  if (insert instanceof Html) return insert.source;
  if (typeof insert === 'object') return insert.map((part) => part.source).join('');
  return escapeHtml(String(insert));
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
