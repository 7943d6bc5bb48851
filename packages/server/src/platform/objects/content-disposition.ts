/**
 * Builds a Content-Disposition header with which the browser saves a response as `fileName` (RFC 6266): a plain ASCII
 * name for old clients, and the exact name in RFC 8187 encoding. Control characters and quotes can't end the parameter
 * early; path separators are replaced.
 */
export function attachmentDisposition(fileName: string): string {
  const flat = fileName.replaceAll(/[/\\]/g, '_').toWellFormed();
  const ascii = flat.replaceAll(/[^\x20-\x7e]|["%]/g, '_');
  const encoded = encodeURIComponent(flat).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
