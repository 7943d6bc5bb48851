import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Deliberate fault (mutation): a behavior that the product promises, and a change that breaks it. */
export interface Fault {
  readonly id: string;
  /** Sentence that states the promise; the fault makes it untrue. */
  readonly statement: string;
  /** Path of the file to change, from the root of the repository. */
  readonly file: string;
  /** Text to replace. It must occur exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** Path from the root of the repository of the test file in which a test must fail. */
  readonly test: string;
  /** True if the test belongs to the server and uses its database. */
  readonly needsDatabase: boolean;
}

export const getPackage = (file: string): string => file.split('/').slice(0, 2).join('/');

/**
 * Inserts a fault into the text of its file.
 * @throws Error if the text to replace doesn't occur exactly once
 */
export function plant(text: string, { find, replace, file }: Fault): string {
  const places = text.split(find).length - 1;
  if (places !== 1) throw new Error(`${file} has the text ${String(places)} times, not once: ${find}`);
  // The replacement is a function, so that dollar signs in it are taken literally.
  return text.replace(find, () => replace);
}

/** Sentences about faults in the list that can't be inserted or whose test is missing. */
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
