import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { SHARED_FOLDERS, SUBJECTS } from '../subjects.ts';
import type { ImportFault } from './check-imports.ts';

const PLACES = {
  contract: 'packages/contract/src',
  server: 'packages/server/src',
  web: 'packages/web/src/features',
} as const;

/**
 * Compares the folders of contract, server and web with the list of subjects, and checks that the documents in the
 * list exist.
 */
export function subjectFaults(root: string): ImportFault[] {
  const fault = (file: string, message: string): ImportFault => ({
    rule: 'folders-are-subjects',
    file,
    line: 1,
    message,
  });
  const folders = (Object.keys(PLACES) as (keyof typeof PLACES)[]).flatMap((place) => {
    const listed = [
      ...SUBJECTS.flatMap(({ [place]: names = [] }) => (typeof names === 'string' ? [names] : names)),
      ...SHARED_FOLDERS[place],
    ];
    const existing = readdirSync(join(root, PLACES[place]), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    return [
      ...existing
        .filter((name) => !listed.includes(name))
        .map((name) => fault(`${PLACES[place]}/${name}`, 'Add it to a subject in tools/check/subjects.ts.')),
      ...listed
        .filter((name) => !existing.includes(name))
        .map((name) =>
          fault(`${PLACES[place]}/${name}`, 'tools/check/subjects.ts names it, but it is gone.'),
        ),
    ];
  });
  const pages = SUBJECTS.flatMap(({ docs = [] }) => docs)
    .filter((page) => !existsSync(join(root, 'docs', page)))
    .map((page) => fault(`docs/${page}`, 'tools/check/subjects.ts names it, but it is gone.'));
  return [...folders, ...pages];
}
