// npm run admin -- …   operator commands, next to a running product
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { LaunchError } from './launch-error.ts';
import { runningPostgresUrl } from './postgres/embedded-postgres.ts';
import { readSettings } from './settings.ts';

try {
  const { dataFolder, databaseUrl, mainsFolder } = readSettings();
  const url = databaseUrl ?? runningPostgresUrl(join(dataFolder, 'postgres'));
  if (url === null) {
    throw new LaunchError(
      `Nothing runs on the data folder ${dataFolder}.\n` +
        'Start the product there first (npm start), or give its DATA_DIR, or a DATABASE_URL.',
    );
  }
  const env = { ...process.env, DATABASE_URL: url, DATABASE_URL_FILE: '', DATA_DIR: dataFolder };
  const program = [join(mainsFolder, 'main-admin.ts'), ...process.argv.slice(2)];
  const { status } = spawnSync(process.execPath, program, { env, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
