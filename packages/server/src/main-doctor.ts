import { parseArgs } from 'node:util';
import { composeDoctor } from './compose/compose-doctor.ts';
import { ConfigError, loadConfig } from './platform/config/config.ts';
import { bad } from './service/doctor/finding.ts';
import type { DoctorFinding } from './service/doctor/finding.ts';
import { createLogger, unbufferedOutput } from './platform/logging/pino-logger.ts';

/*
 * Implements the commands doctor and upgrade, which `npm run doctor` and `npm run upgrade` start
 * (tools/launch/doctor.ts).
 */

const SIGNS = { good: 'good    ', doubtful: 'doubtful', bad: 'BAD     ' } as const;

function print(findings: readonly DoctorFinding[], isJson: boolean): void {
  if (isJson) {
    process.stdout.write(`${JSON.stringify(findings, null, 1)}\n`);
    return;
  }
  for (const { subject, state, says, fix } of findings) {
    process.stdout.write(`${SIGNS[state]}  ${subject}: ${says}\n`);
    if (fix !== null) process.stdout.write(`          → ${fix}\n`);
  }
}

async function look(command: string, isDatabaseOff: boolean): Promise<readonly DoctorFinding[]> {
  try {
    const config = loadConfig();
    const doctor = composeDoctor(config, createLogger('fatal', 'doctor', unbufferedOutput()));
    return await (command === 'upgrade' ? doctor.beforeUpgrade() : doctor.checkEverything(isDatabaseOff));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return [
      bad(
        'configuration',
        error.message.replaceAll('\n', ' '),
        'Correct it in .env or in the environment: docs/configuration.md.',
      ),
    ];
  }
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    'database-is-off': { type: 'boolean', default: false },
  },
});
const findings = await look(positionals[0] ?? 'doctor', values['database-is-off']);
print(findings, values.json);
process.exitCode = findings.some(({ state }) => state === 'bad') ? 1 : 0;
