/** Part of a form: a text field or a file. */
export type FormPart =
  | string
  | { readonly fileName: string; readonly contentType: string; readonly bytes: Uint8Array };

/** Encodes `multipart/form-data`; repeated fields keep their order. */
export async function multipart(
  parts: readonly (readonly [name: string, part: FormPart])[],
): Promise<{ readonly contentType: string; readonly bytes: Uint8Array }> {
  const form = new FormData();
  for (const [name, part] of parts) {
    if (typeof part === 'string') form.append(name, part);
    else form.append(name, new Blob([Buffer.from(part.bytes)], { type: part.contentType }), part.fileName);
  }
  // `Response` serializes the form in the same way as fetch would send it.
  const written = new Response(form);
  return {
    contentType: written.headers.get('content-type') ?? '',
    bytes: new Uint8Array(await written.arrayBuffer()),
  };
}

/**
 * Creates a PNG file for a form.
 * @param fileName name without its extension
 */
export const pngFile = (fileName: string, bytes: Uint8Array): FormPart => ({
  fileName: `${fileName}.png`,
  contentType: 'image/png',
  bytes,
});

export const jsonBody = (value: unknown): { readonly contentType: string; readonly bytes: Uint8Array } => ({
  contentType: 'application/json',
  bytes: new TextEncoder().encode(JSON.stringify(value)),
});
