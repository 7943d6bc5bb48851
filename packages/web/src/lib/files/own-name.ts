/** @returns the file name without folders of a computer, a bucket, or an address */
export function ownName(source: string): string {
  const path = /^https?:/i.test(source) ? (source.split(/[?#]/, 1)[0] ?? '') : source;
  return path.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? source;
}
