/** What a call sends. */
import { sentPicture } from './pictures-in.ts';
import type { PictureIn } from './pictures-in.ts';

/** Pictures and options, by their names. */
export type CallInput = Readonly<Record<string, unknown>>;

/** Made again for each attempt. */
export interface CallBody {
  readonly contentType: string | null;
  readonly make: () => FormData | Uint8Array<ArrayBuffer> | string;
}

/**
 * A form when there is a file among the pictures, else JSON.
 * @param names of the pictures
 */
export async function callBody(input: CallInput, names: readonly string[]): Promise<CallBody> {
  const files: (readonly [name: string, file: Blob, fileName: string])[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    if (!names.includes(name)) {
      values[name] = value;
      continue;
    }
    const sentValue = await sentPicture(value as PictureIn);
    if ('file' in sentValue) files.push([name, sentValue.file, sentValue.name]);
    else if ('url' in sentValue) values[`${name}_url`] = sentValue.url;
    else values[`${name}_key`] = sentValue.key;
  }
  if (files.length === 0) return { contentType: 'application/json', make: () => JSON.stringify(values) };
  return {
    // With its boundary, which fetch chooses.
    contentType: null,
    make() {
      const form = new FormData();
      // Options first: the server knows them before a file has come.
      for (const [name, value] of Object.entries(values)) form.append(name, asText(value));
      for (const [name, file, fileName] of files) form.append(name, file, fileName);
      return form;
    },
  };
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
