/** Builds the request body of an API call. */
import { sentPicture } from './pictures-in.ts';
import type { PictureIn } from './pictures-in.ts';

export type CallInput = Readonly<Record<string, unknown>>;

/** Request body that is created anew for each attempt, because a body can be sent only once. */
export interface CallBody {
  readonly contentType: string | null;
  readonly make: () => FormData | Uint8Array<ArrayBuffer> | string;
}

/**
 * Returns a multipart form if the pictures include files, else JSON.
 * @param names names of the parameters that are pictures
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
    // fetch itself sets the content type of a form, which includes a boundary.
    contentType: null,
    make() {
      const form = new FormData();
      // Options come before the files, so that the server knows them when the first file arrives.
      for (const [name, value] of Object.entries(values)) form.append(name, asText(value));
      for (const [name, file, fileName] of files) form.append(name, file, fileName);
      return form;
    },
  };
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
