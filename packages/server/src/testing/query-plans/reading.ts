import type pg from 'pg';
import type { Statement } from './recorded-statements.ts';

/** A node of a query plan in PostgreSQL's JSON format. */
interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** Numbers of rows that a statement read, and of rows that it returned or changed. */
export interface StatementReading {
  readonly text: string;
  readonly rowsRead: number;
  readonly rowsShown: number;
  /** Name of the scan that read the most rows. */
  readonly most: string;
  readonly executionMs: number;
  readonly plan: PlanNode;
}

const READS = /^\s*(?:select|with|update|delete)\b/i;

/**
 * Runs the statement again under EXPLAIN ANALYZE and rolls it back. Returns null for statements that read no rows (an
 * insert) or can't run twice.
 */
export async function readPlan(
  client: pg.ClientBase,
  { text, values }: Statement,
  settings: readonly string[] = [],
): Promise<StatementReading | null> {
  if (!READS.test(text)) return null;
  await client.query('begin');
  try {
    for (const setting of settings) await client.query(setting);
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode; 'Execution Time': number }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      [...values],
    );
    const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
    if (explained === undefined) return null;
    const scans: { readonly name: string; readonly rows: number }[] = [];
    collect(explained.Plan, scans);
    const most = scans.toSorted((a, b) => b.rows - a.rows)[0];
    return {
      text,
      rowsRead: scans.reduce((sum, { rows: each }) => sum + each, 0),
      rowsShown: Math.max(1, changedOrShown(explained.Plan)),
      most: most === undefined ? '' : `${most.name} (${Math.round(most.rows)})`,
      executionMs: explained['Execution Time'],
      plan: explained.Plan,
    };
  } catch (error) {
    // Unique violation: the operation has just written this row, so it can't be written again.
    if ((error as { code?: string }).code === '23505') return null;
    // Statement timeout: the connection's own limit ended the statement.
    if ((error as { code?: string }).code === '57014') {
      return {
        text,
        rowsRead: Infinity,
        rowsShown: 1,
        most: 'ended after 20 s',
        executionMs: Infinity,
        plan: { 'Node Type': 'unknown' },
      };
    }
    throw error;
  } finally {
    await client.query('rollback');
  }
}

function changedOrShown(node: PlanNode): number {
  const isWrite = node['Node Type'] === 'ModifyTable';
  const below = isWrite ? (node.Plans?.[0] ?? node) : node;
  return (below['Actual Rows'] ?? 0) * (below['Actual Loops'] ?? 1);
}

function collect(node: PlanNode, scans: { name: string; rows: number }[]): void {
  const relation = node['Relation Name'];
  // Skips the node of a write, which names its table too. Bitmap nodes have no table; the heap scan above them reads
  // their rows.
  if (relation !== undefined && node['Node Type'] !== 'ModifyTable') {
    const each =
      (node['Actual Rows'] ?? 0) +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0);
    const name = `${node['Node Type']} ${node['Index Name'] ?? relation}`;
    scans.push({ name, rows: each * (node['Actual Loops'] ?? 1) });
  }
  for (const below of node.Plans ?? []) collect(below, scans);
}
