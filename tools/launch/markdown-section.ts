/**
 * Replaces the text between `<!-- bench:NAME -->` and `<!-- /bench:NAME -->`.
 * @throws Error if the document has no such section, because a maintainer has to decide where figures belong
 */
export function replaceSection(document: string, name: string, content: string): string {
  const [open, close] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const start = document.indexOf(open);
  const end = document.indexOf(close);
  if (start === -1 || end < start) throw new Error(`The document has no section ${open} … ${close}`);
  return `${document.slice(0, start + open.length)}\n\n${content}\n\n${document.slice(end)}`;
}
