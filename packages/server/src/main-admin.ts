import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { emailSchema, GRANTS, passwordSchema, personNameSchema } from '@packshot/contract';
import type { Grant } from '@packshot/contract';
import { composeAdmin } from './compose/compose-admin.ts';
import type { AdminComposition } from './compose/compose-admin.ts';
import { loadConfigOrExit } from './platform/config/config.ts';
import { DomainError } from './platform/domain-error.ts';
import { createLogger, unbufferedOutput } from './platform/logging/pino-logger.ts';

const USAGE = `npm run admin -- <command>

  create-user <email> [--name "Ann Smith"] [--password-stdin]
      Creates an account whose address counts as confirmed, and prints a link that sets its password, once within 7 days.
      With --password-stdin the password is read from standard input instead.
  password-link <id or email>
      Prints such a link for an account that is there.
  grant <id or email> [custom] [live-keys] [large-runs] [nothing] [--until 2027-12-31] [--generations 100] [--downloads 100]
      Grants the Custom plan, or what it includes, to the account's organization; it replaces what was granted before.
      Credits are added to the account.
  disable <id or email>
      Stops its sessions, API keys, runs and webhooks at once. Nothing is deleted.
  enable <id or email>
  list
      Every account: address, name, organization, role, state, grants, first day and id, separated by tabs.
  erase <id or email> [--dry-run]
      Deletes a user or a guest with everything of theirs. --dry-run only says what that would be.
      A guest finds their number on the privacy page.
`;
const MB = 1024 * 1024;
const NOTHING = 'nothing';
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOST_CREDITS = 1_000_000;

const SAID: Partial<Record<string, string>> = {
  NOT_FOUND: 'No account has this id or address, or it is deleted already.',
  EMAIL_TAKEN: 'There is an account with this address already.',
  BAD_REQUEST: 'This is one of the most commonly guessed passwords. Choose another one.',
  LAST_OWNER:
    'This is the only owner of an organization with other members. Let one of them be made an owner first (Account, Organization).',
};

class AdminUsageError extends Error {}

/** Runs an operator's command and returns the text to print. */
type AdminCommand = (admin: AdminComposition, call: AdminCall) => Promise<string>;

interface AdminCall {
  readonly words: readonly string[];
  readonly options: AdminOptions;
}

const OPTIONS = {
  'dry-run': { type: 'boolean' },
  name: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  until: { type: 'string' },
  generations: { type: 'string' },
  downloads: { type: 'string' },
} as const;
type AdminOptions = ReturnType<typeof parse>['values'];

const parse = () =>
  parseArgs({ args: process.argv.slice(2), options: OPTIONS, allowPositionals: true, strict: true });

/** Options of each command, and the minimum and maximum number of its arguments. */
const COMMANDS: Readonly<
  Record<
    string,
    {
      readonly run: AdminCommand;
      readonly words: readonly [number, number];
      readonly options: readonly string[];
    }
  >
> = {
  'create-user': { run: createUser, words: [1, 1], options: ['name', 'password-stdin'] },
  'password-link': { run: passwordLink, words: [1, 1], options: [] },
  grant: { run: grant, words: [1, 1 + GRANTS.length], options: ['until', 'generations', 'downloads'] },
  disable: { run: (admin, call) => setDisabled(admin, call, true), words: [1, 1], options: [] },
  enable: { run: (admin, call) => setDisabled(admin, call, false), words: [1, 1], options: [] },
  list: { run: list, words: [0, 0], options: [] },
  erase: { run: erase, words: [1, 1], options: ['dry-run'] },
};

async function createUser(
  admin: AdminComposition,
  { words: [address], options }: AdminCall,
): Promise<string> {
  const email = checkValue(emailSchema.safeParse(address), 'This is not an email address.');
  const { firstName, lastName } = splitName(options.name ?? email.slice(0, email.indexOf('@')));
  const isPiped = options['password-stdin'] === true;
  const password = isPiped
    ? checkValue(
        passwordSchema.safeParse((await text(process.stdin)).replace(/\r?\n$/, '')),
        'A password has at least 8 characters, with a letter and a digit: letters, digits and @ $ ! % * ? &.',
      )
    : null;
  const { userId, link } = await admin.createUser({ email, firstName, lastName, password });
  const created = `${email} ${userId} is created.`;
  return link === null ? created : `${created} This link sets the password, once within 7 days:\n${link}`;
}

/** Splits a person's name at the first space: first name, then last name. */
function splitName(name: string): { readonly firstName: string; readonly lastName: string } {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const refusal = 'A name has 2 to 30 letters; spaces, apostrophes and hyphens are fine.';
  const parseName = (word: string): string => checkValue(personNameSchema.safeParse(word), refusal);
  // Removes other characters than letters from a single word, because it may be the start of a mail address.
  const letters = first.replace(/[^\p{L}]/gu, '').slice(0, 30);
  const firstName = others.length === 0 && letters.length >= 2 ? letters : parseName(first);
  return { firstName, lastName: others.length === 0 ? '' : parseName(others.join(' ')) };
}

async function passwordLink(admin: AdminComposition, { words: [who = ''] }: AdminCall): Promise<string> {
  return `This link sets the password, once within 7 days:\n${await admin.newPasswordLink(who)}`;
}

async function grant(admin: AdminComposition, { words, options }: AdminCall): Promise<string> {
  const [who = '', ...grantWords] = words;
  const grants = grantWords.length === 0 ? null : parseGrants(grantWords);
  const generations = parseCredits(options.generations);
  const downloads = parseCredits(options.downloads);
  if (grants === null && generations + downloads === 0) throw new AdminUsageError('Say what to grant.');
  if (grants === null && options.until !== undefined) throw new AdminUsageError('--until needs a grant.');
  const until = options.until === undefined ? null : parseEndOfDay(options.until);
  const { email, userId, organization } = await admin.grant(who, { grants, until, generations, downloads });
  const granted =
    grants === null ? '' : grants.length === 0 ? 'nothing more' : grants.map(nameOfGrant).join(', ');
  return [
    grants === null
      ? ''
      : `${organization.name} (${email ?? userId}) has ${granted}${options.until === undefined ? '' : ` until ${options.until}`}.`,
    generations + downloads === 0
      ? ''
      : `${email ?? userId} has ${String(generations)} generations and ${String(downloads)} downloads more.`,
  ]
    .filter((line) => line !== '')
    .join('\n');
}

const nameOfGrant = (grant: Grant): string => grant.replace('_', '-');

function parseGrants(words: readonly string[]): Grant[] {
  if (words.includes(NOTHING) && words.length > 1) throw new AdminUsageError('“nothing” stands alone.');
  return words
    .filter((word) => word !== NOTHING)
    .map((word) => {
      const knownGrant = GRANTS.find((each) => nameOfGrant(each) === word);
      if (knownGrant === undefined)
        throw new AdminUsageError(
          `There is no ${word}: grant ${GRANTS.map(nameOfGrant).join(', ')} or ${NOTHING}.`,
        );
      return knownGrant;
    });
}

function parseCredits(value: string | undefined): number {
  if (value === undefined) return 0;
  if (/^\d{1,7}$/.test(value) && Number(value) <= MOST_CREDITS) return Number(value);
  throw new AdminUsageError(`Credits are whole numbers, at most ${String(MOST_CREDITS)}.`);
}

/** Parses a date as the end of that day (UTC). */
function parseEndOfDay(value: string): Date {
  const end = new Date(`${value}T23:59:59.999Z`);
  if (!DAY.test(value) || Number.isNaN(end.getTime()))
    throw new AdminUsageError('--until is a day like 2027-12-31.');
  if (end.getTime() < Date.now())
    throw new AdminUsageError(`--until ${value} is over: name today or a later day.`);
  return end;
}

async function setDisabled(
  admin: AdminComposition,
  { words: [who = ''] }: AdminCall,
  isDisabled: boolean,
): Promise<string> {
  const { email, userId } = await admin.setDisabled(who, isDisabled);
  return `${email ?? userId} is ${isDisabled ? 'disabled: its sessions, keys, runs and webhooks have stopped' : 'enabled'}.`;
}

/** Prints accounts while they are read, so that ten thousand accounts use little memory. */
async function list(admin: AdminComposition): Promise<string> {
  let accounts = 0;
  for await (const each of admin.listAccounts()) {
    const state = each.isDisabled ? 'disabled' : each.isConfirmed ? 'active' : 'unconfirmed';
    const grants = each.grants.map(nameOfGrant).join(',') || '-';
    const since = each.createdAt.toISOString().slice(0, 10);
    const { email, name, organizationName, role, userId } = each;
    const cells = [email ?? '-', name || '-', organizationName, role, state, grants, since, userId];
    const line = cells.map((cell) => cell.replaceAll(/\p{Cc}+/gu, ' ')).join('\t');
    if (!process.stdout.write(`${line}\n`))
      await new Promise((drained) => process.stdout.once('drain', drained));
    accounts += 1;
  }
  return `${String(accounts)} accounts.`;
}

async function erase(admin: AdminComposition, { words: [who = ''], options }: AdminCall): Promise<string> {
  const isDry = options['dry-run'] === true;
  const { userId, email, isGuest, createdAt, files, sizeBytes } = await admin.erase(who, { isDry });
  const person = `${isGuest ? 'Guest' : (email ?? 'User')} ${userId}, since ${createdAt.toISOString().slice(0, 10)}`;
  const amount = `${String(files)} files, ${(sizeBytes / MB).toFixed(1)} MB`;
  return isDry
    ? `${person}: ${amount}. Nothing was deleted.`
    : `${person} is deleted, with ${amount}. What remains of them in the database goes within the hour.`;
}

function checkValue<Value>(
  parsed: { readonly success: true; readonly data: Value } | { readonly success: false },
  refusal: string,
): Value {
  if (!parsed.success) throw new AdminUsageError(refusal);
  return parsed.data;
}

function end(message: string, code: number): void {
  (code === 0 ? process.stdout : process.stderr).write(`${message}\n`);
  process.exitCode = code;
}

/**
 * Parses the command line.
 * @returns null for an unknown command, a wrong number of arguments, or an option that the command doesn't take
 */
function parseCommand(): { readonly run: AdminCommand; readonly call: AdminCall } | null {
  try {
    const { positionals, values } = parse();
    const [name = '', ...words] = positionals;
    const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
    if (command === undefined || words.length < command.words[0] || words.length > command.words[1])
      return null;
    if (!Object.keys(values).every((option) => command.options.includes(option))) return null;
    return { run: command.run, call: { words, options: values } };
  } catch {
    // `parse` throws for an unknown option or a missing value.
    return null;
  }
}

async function main(): Promise<void> {
  const command = parseCommand();
  if (command === null) return end(USAGE, 1);
  // A program that reads our output, such as `head`, may close the pipe early.
  process.stdout.on('error', () => process.exit(0));
  const admin = await composeAdmin(loadConfigOrExit(), createLogger('warn', 'admin', unbufferedOutput()));
  try {
    end(await command.run(admin, command.call), 0);
  } catch (error) {
    if (error instanceof AdminUsageError) return end(error.message, 1);
    const errorMessage = error instanceof DomainError ? SAID[error.code] : undefined;
    if (errorMessage === undefined) throw error;
    end(errorMessage, 1);
  } finally {
    await admin.close();
  }
}

await main();
