// npm run check             runs every check that doesn't run the product
// npm run check -- imports  runs some of the checks, by the names that the first form prints
import { ROOT } from '../launch/settings.ts';
import { FAULTS } from '../mutants/faults.ts';
import { faultsOfList } from '../mutants/fault.ts';
import { audit } from './audit.ts';
import { run } from './run.ts';

interface CheckOutcome {
  isGood: boolean;
  /** Output of the check: shown in full on failure, and as one line on success. */
  output: string;
}

const programs = {
  types: () =>
    program('tsc', '-b', 'packages/cli', 'packages/client/test', 'packages/server', 'packages/web', '.'),
  lint: () => program('oxlint', '--type-aware', '--deny-warnings'),
  format: () => program('oxfmt', '--check'),
  imports: () => program(process.execPath, 'tools/check/imports/main.ts'),
  patterns: () => program(process.execPath, 'tools/check/patterns/main.ts'),
  browserCode: () => program(process.execPath, 'tools/check/browser-code/main.ts'),
  toolNames: () => program(process.execPath, 'tools/check/tool-names/main.ts'),
  spelling: () => program(process.execPath, 'tools/check/spelling/main.ts'),
  wording: () => program(process.execPath, 'tools/check/wording/main.ts'),
  translations: () => program(process.execPath, 'tools/check/translations/main.ts'),
  coverage: () => program(process.execPath, 'tools/check/requirements/main.ts'),
  sizes: () => program(process.execPath, 'tools/check/size-budgets/main.ts'),
  mutants: plantable,
  unused: () => program('knip', '--no-progress'),
  audit: auditShipped,
};

async function program(name: string, ...args: string[]): Promise<CheckOutcome> {
  const { code, output } = await run(name, args, { cwd: ROOT });
  return { isGood: code === 0, output: output.trim() };
}

async function auditShipped(): Promise<CheckOutcome> {
  const { faults, unavailable } = await audit(ROOT);
  if (faults.length > 0) return { isGood: false, output: faults.join('\n') };
  const output =
    unavailable === undefined
      ? 'nothing known'
      : `NOT CHECKED, the registry does not tell (${unavailable}); minimum versions hold`;
  return { isGood: true, output };
}

/**
 * Checks that every deliberate fault of the mutation tests can still be inserted. Otherwise a test of this fault would
 * silently prove nothing.
 */
async function plantable(): Promise<CheckOutcome> {
  const complaints = faultsOfList(FAULTS, ROOT);
  if (complaints.length > 0) return { isGood: false, output: complaints.join('\n') };
  return { isGood: true, output: `${String(FAULTS.length)} faults can be planted` };
}

const selectedNames = process.argv.slice(2);
const unknown = selectedNames.filter((name) => !Object.hasOwn(programs, name));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(', ')}; the checks are ${Object.keys(programs).join(', ')}.`);
  process.exit(1);
}

const failed: string[] = [];
async function part(name: keyof typeof programs): Promise<void> {
  if (selectedNames.length > 0 && !selectedNames.includes(name)) return;
  const startedAt = performance.now();
  const { isGood, output } = await programs[name]();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const lastLine = output.slice(output.lastIndexOf('\n') + 1);
  if (isGood) {
    console.log(`✓ ${name} (${seconds} s)${lastLine === '' ? '' : `: ${lastLine}`}`);
    return;
  }
  failed.push(name);
  console.log(`✗ ${name} (${seconds} s)\n${output.replaceAll(/^/gm, '    ')}\n`);
}

// Two checks run at a time, for the two cores of a small machine. Type-aware lint runs after the compiler, because it
// reads the declarations that the compiler writes.
await Promise.all([
  part('types').then(() => part('lint')),
  part('format')
    .then(() => part('imports'))
    .then(() => part('patterns'))
    .then(() => part('browserCode'))
    .then(() => part('toolNames'))
    .then(() => part('spelling'))
    .then(() => part('wording'))
    .then(() => part('translations'))
    .then(() => part('coverage'))
    .then(() => part('sizes'))
    .then(() => part('mutants'))
    .then(() => part('unused'))
    .then(() => part('audit')),
]);

console.log(failed.length === 0 ? '\ncheck passed' : `\ncheck failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
