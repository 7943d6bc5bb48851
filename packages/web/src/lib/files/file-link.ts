/** Lets the browser download one of our files without loading it into the page. */
export function openFileLink(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
