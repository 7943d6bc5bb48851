export type FormParts = Readonly<Record<string, string | Uint8Array>>;

/** Builds a multipart form as a program sends it: texts become fields, bytes become files with this name. */
export function multipartForm(parts: FormParts, fileName: string) {
  const boundary = 'the-boundary';
  const body = Object.entries(parts).map(([name, value]) => {
    const file = typeof value === 'string' ? '' : `; filename="${fileName}"`;
    return Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.from(value as Uint8Array),
      Buffer.from('\r\n'),
    ]);
  });
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...body, Buffer.from(`--${boundary}--\r\n`)]),
  };
}
