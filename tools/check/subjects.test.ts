import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { subjectFaults } from './imports/subject-folders.ts';
import { tableFaults } from './imports/table-writes.ts';
import { SHARED_FOLDERS, SUBJECTS, WRITES_ACROSS_SUBJECTS } from './subjects.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const CONTRACT = 'packages/contract/src';
const SERVER = 'packages/server/src';
const WEB = 'packages/web/src/features';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'packshot-subjects-'));
  for (const { contract, server, web = [], docs = [] } of SUBJECTS) {
    if (contract !== undefined) mkdirSync(join(root, CONTRACT, contract), { recursive: true });
    if (server !== undefined) mkdirSync(join(root, SERVER, server), { recursive: true });
    for (const name of web) mkdirSync(join(root, WEB, name), { recursive: true });
    mkdirSync(join(root, 'docs'), { recursive: true });
    for (const page of docs) writeFileSync(join(root, 'docs', page), '');
  }
  for (const name of SHARED_FOLDERS.contract) mkdirSync(join(root, CONTRACT, name));
  for (const name of SHARED_FOLDERS.server) mkdirSync(join(root, SERVER, name));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the list of subject folders', () => {
  it('matches the folders of this repository', () => {
    expect(subjectFaults(ROOT)).toEqual([]);
  });

  it.each([`${CONTRACT}/extras`, `${SERVER}/extras`, `${WEB}/extras`])(
    'reports a folder missing from the list: %s',
    (folder) => {
      mkdirSync(join(root, folder));
      expect(subjectFaults(root)).toEqual([
        expect.objectContaining({ rule: 'folders-are-subjects', file: folder }),
      ]);
    },
  );

  it.each([`${CONTRACT}/billing`, `${SERVER}/billing`, `${WEB}/studio`, 'docs/api.md'])(
    'reports a listed path that is gone: %s',
    (path) => {
      rmSync(join(root, path), { recursive: true });
      expect(subjectFaults(root)).toEqual([
        expect.objectContaining({ rule: 'folders-are-subjects', file: path }),
      ]);
    },
  );
});

describe('the rule that each database table is written only by its own subject', () => {
  const write = (path: string, code: string) => {
    mkdirSync(join(root, SERVER, path, '..'), { recursive: true });
    writeFileSync(join(root, SERVER, path), code);
  };
  const plantedFaults = () => tableFaults(root).filter(({ file }) => file.endsWith('planted-store.ts'));
  beforeEach(() => write('credits/schema.ts', `export const entries = pgTable(\n  'ledger_entries', {});`));

  it('holds in this repository, apart from the listed statements', () => {
    expect(tableFaults(ROOT)).toEqual([]);
  });

  it.each([
    'db.insert(entries)',
    'db.update(entries)',
    'sql`delete from ledger_entries`',
    'sql`update ${entries}`',
    'db\n  .insert(\n    entries,\n  )',
    'db.insert(credits.entries)',
    `import { type Entry, entries as lines } from '../credits/schema.ts'; db.update(lines)`,
    'sql`INSERT INTO ledger_entries`',
    'sql`insert into\n  ledger_entries`',
    'sql`delete from "ledger_entries"`',
    'sql`update public.ledger_entries`',
    'sql`truncate table only ledger_entries`',
    'sql`TRUNCATE ${entries}`',
    'sql`merge into ledger_entries`',
  ])('forbids a write by another subject’s code: %s', (statement) => {
    write('billing/planted-store.ts', statement);
    expect(plantedFaults()).toMatchObject([{ rule: 'tables-are-written-by-their-subject' }]);
  });

  it('allows writes by the table’s own subject and reads by others', () => {
    write('credits/planted-store.ts', 'db.insert(entries)');
    write('billing/planted-store.ts', 'db.select().from(entries)');
    expect(plantedFaults()).toEqual([]);
  });

  it('reports exceptions that are no longer needed', () => {
    expect(tableFaults(root)).toHaveLength(WRITES_ACROSS_SUBJECTS.length);
  });
});
