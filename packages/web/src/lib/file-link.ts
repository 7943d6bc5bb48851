/** Lets the browser save what is behind an address of ours, as it arrives: nothing of it goes through the page. */
export function openFileLink(url: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}
