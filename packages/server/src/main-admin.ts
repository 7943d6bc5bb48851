import { composeAdmin } from './compose/compose-admin.ts';
import { loadConfigOrExit } from './config/config.ts';
import { DomainError } from './domain/domain-error.ts';
import { createLogger, unbufferedOutput } from './gateways/logger.ts';

const USAGE = `npm run admin -- erase <id or email address> [--dry-run]

  Deletes a user or a guest with everything of theirs. --dry-run only says what that would be.
  A guest finds their number on the privacy page.
`;
const MB = 1024 * 1024;

const SAID: Partial<Record<string, string>> = {
  NOT_FOUND: 'Nobody has this id or address, or they are deleted already.',
  LAST_OWNER:
    'This is the only owner of an organization with other members. Let one of them be made an owner first (Account, Organization).',
};

function end(text: string, code: number): void {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exitCode = code;
}

const isDry = process.argv.includes('--dry-run');
const [command, who, ...more] = process.argv.slice(2).filter((word) => word !== '--dry-run');
if (command !== 'erase' || who === undefined || more.length > 0) end(USAGE, 1);
else await eraseAndSay(who);

async function eraseAndSay(name: string): Promise<void> {
  const config = loadConfigOrExit();
  const admin = await composeAdmin(config, createLogger('warn', 'admin', unbufferedOutput()));
  try {
    const { userId, email, isGuest, createdAt, files, sizeBytes } = await admin.erase(name, { isDry });
    const person = `${isGuest ? 'Guest' : (email ?? 'User')} ${userId}, since ${createdAt.toISOString().slice(0, 10)}`;
    const amount = `${String(files)} files, ${(sizeBytes / MB).toFixed(1)} MB`;
    end(
      isDry
        ? `${person}: ${amount}. Nothing was deleted.`
        : `${person} is deleted, with ${amount}. What remains of them in the database goes within the hour.`,
      0,
    );
  } catch (error) {
    const said = error instanceof DomainError ? SAID[error.code] : undefined;
    if (said === undefined) throw error;
    end(said, 1);
  } finally {
    await admin.close();
  }
}
