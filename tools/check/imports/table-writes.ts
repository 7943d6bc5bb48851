import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WRITES_ACROSS_SUBJECTS } from '../subjects.ts';
import type { ImportFault } from './check-imports.ts';

const SERVER = 'packages/server/src';
const TABLE = /^export const (\w+) = pgTable\(\s*'(\w+)'/gm;
const BUILT_WRITE = /\.\s*(?:insert|update|delete)\(\s*(?:\w+\.)?(\w+)\s*,?\s*\)/g;
const WRITTEN_WRITE =
  /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?|merge\s+into)\s+(?:only\s+)?(?:\$\{\s*)?(?:"?\w+"?\.)?"?(\w+)/gi;
const IMPORTED_NAMES = /\bimport\s*\{([^}]*)\}\s*from\s*'[^']*schema\.ts'/g;

export function tableFaults(root: string): ImportFault[] {
  const files = readdirSync(join(root, SERVER), { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const read = (file: string) => readFileSync(join(root, SERVER, file), 'utf8');
  const tables = new Map<string, { readonly table: string; readonly subject: string }>();
  for (const file of files.filter((each) => each.endsWith('/schema.ts'))) {
    for (const [, name = '', table = ''] of read(file).matchAll(TABLE)) {
      const declared = { table, subject: getSubject(file) };
      tables.set(name, declared).set(table, declared);
    }
  }
  const foreign = files
    .filter((each) => each.endsWith('store.ts'))
    .flatMap((store) => {
      const source = read(store);
      const written = [...source.matchAll(BUILT_WRITE), ...source.matchAll(WRITTEN_WRITE)];
      const aliases = aliasesIn(source);
      return written
        .map(([, name = '']) => tables.get(aliases.get(name) ?? name))
        .filter((each) => each !== undefined && each.subject !== getSubject(store))
        .map((each) => ({ store, table: each?.table ?? '' }));
    });
  const isSame = (a: { store: string; table: string }, b: { store: string; table: string }) =>
    a.store === b.store && a.table === b.table;
  const fault = (store: string, message: string): ImportFault => ({
    rule: 'tables-are-written-by-their-subject',
    file: `${SERVER}/${store}`,
    line: 1,
    message,
  });
  return [
    ...foreign
      .filter((write) => !WRITES_ACROSS_SUBJECTS.some((allowed) => isSame(allowed, write)))
      .map(({ store, table }) => fault(store, `writes ${table}. Add a method to the store of its subject.`)),
    ...WRITES_ACROSS_SUBJECTS.filter((allowed) => !foreign.some((write) => isSame(allowed, write))).map(
      ({ store, table }) => fault(store, `tools/check/subjects.ts lets it write ${table}, which it doesn't.`),
    ),
  ];
}

const aliasesIn = (source: string): ReadonlyMap<string, string> =>
  new Map(
    [...source.matchAll(IMPORTED_NAMES)].flatMap(([, names = '']) =>
      [...names.matchAll(/(\w+)\s+as\s+(\w+)/g)].map(([, table = '', alias = '']) => [alias, table] as const),
    ),
  );

const getSubject = (file: string): string => file.slice(0, file.indexOf('/'));
