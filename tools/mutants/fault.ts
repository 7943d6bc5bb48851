import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Promised behavior, and a change that breaks it. */
export interface Fault {
  /** Name of the fault on the command line and in the table. */
  readonly id: string;
  /** Promise in one plain sentence, which the fault makes untrue. */
  readonly statement: string;
  /** Path from the root of the repository. */
  readonly file: string;
  /** Text to replace. It must occur exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Path of the test file that must have a failing test, from the root of the repository. */
  readonly test: string;
  /** True if the test belongs to the server and uses its database. */
  readonly needsDatabase: boolean;
}

/** Returns `packages/web` for `packages/web/src/lib/files/upload.ts`. */
export const getPackage = (file: string): string => file.split('/').slice(0, 2).join('/');

/**
 * Returns the file's text with the fault planted.
 * @throws Error when the text to replace does not occur exactly once
 */
export function plant(text: string, { find, replace, file }: Fault): string {
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`${file} has the text ${String(places)} times, not once: ${find}`);
  // A function, so that dollar signs in the replacement are taken literally.
  return text.replace(find, () => replace);
}

/** Problems of listed faults that can't be planted or detected, one sentence each. */
export function faultsOfList(faults: readonly Fault[], root: string): string[] {
  const ids = new Set<string>();
  return faults.flatMap((fault) => {
    const complaints = complaintsAbout(fault, root);
    if (ids.has(fault.id)) complaints.push('is there twice');
    ids.add(fault.id);
    return complaints.map((complaint) => `${fault.id}: ${complaint}`);
  });
}

function complaintsAbout(fault: Fault, root: string): string[] {
  const { id, statement, find, replace } = fault;
  if (![id, statement, find, replace].every((text) => typeof text === 'string'))
    return ['lacks a statement, or a text to find or to replace it with'];
  const complaints: string[] = [];
  const file = join(root, fault.file);
  if (!existsSync(file)) complaints.push(`there is no ${fault.file}`);
  else {
    try {
      if (plant(readFileSync(file, 'utf8'), fault) === readFileSync(file, 'utf8'))
        complaints.push('changes nothing');
    } catch (error) {
      complaints.push((error as Error).message);
    }
  }
  if (!existsSync(join(root, fault.test))) complaints.push(`there is no ${fault.test}`);
  return complaints;
}
