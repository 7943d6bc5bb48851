import { makeZip } from 'client-zip';
import type { Zip } from '../domain/ports/zip.ts';

/** Stored, not compressed: pictures are compressed already. Beyond 4 GB it is a ZIP64 by itself. */
export const zip: Zip = async function* (entries) {
  async function* files() {
    for await (const { name, modifiedAt, body } of entries) {
      yield { name, lastModified: modifiedAt, input: body };
    }
  }
  const reader = makeZip(files()).getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    // It is cancelled by an error that is thrown into what it reads, and that comes back out of it. After its end: nothing.
    await reader.cancel().catch(() => undefined);
    // Whoever leaves in the middle lets go of the object that was being read.
    await entries.return(undefined);
  }
};
