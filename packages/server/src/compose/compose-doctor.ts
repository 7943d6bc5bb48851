import { openObjects } from './compose-objects.ts';
import type { ServerConfig } from '../platform/config/config.ts';
import { database, lookAtDatabase, checkSchema } from '../service/doctor/database.ts';
import { bad, good, formatReason } from '../service/doctor/finding.ts';
import type { DoctorFinding } from '../service/doctor/finding.ts';
import {
  configuration,
  credentials,
  dataFolder,
  disk,
  models,
  secrets,
  spaceFor,
} from '../service/doctor/machine.ts';
import { bucketOrigins, mail, site, store } from '../service/doctor/services.ts';
import type { Logger } from '../platform/logging/logger.ts';
import { deriveKey } from '../platform/secrets/token-secrets.ts';

/** Derives the key with which the `doctor` command (a check for operators) and the API recognize each other. */
export const deriveDoctorKey = ({ sessionSecret }: Pick<ServerConfig, 'sessionSecret'>): Uint8Array =>
  deriveKey(sessionSecret, 'questions of the doctor');

export function composeDoctor(config: ServerConfig, logger: Logger) {
  const { dataDir } = config;
  return {
    /**
     * Checks everything that an operator can fix. Changes nothing, except that it writes and removes a test object, and
     * that opening a local store creates missing folders and removes stale temporary files.
     */
    async checkEverything(isDatabaseOff: boolean): Promise<readonly DoctorFinding[]> {
      const nowMs = Date.now();
      const folder = await dataFolder(dataDir);
      // If the folder can't be used, its other checks are skipped.
      const local =
        folder.state === 'good'
          ? [await disk(dataDir), await secrets(dataDir), await credentials(dataDir, nowMs)]
          : [];
      return [
        configuration(),
        folder,
        ...local,
        await models(config.engineCacheDir),
        ...(await database(isDatabaseOff ? null : config.databaseUrl)),
        // Opening a local store creates its folder, so a missing folder isn't opened.
        ...(folder.state === 'good' || config.objectStore.kind === 's3'
          ? await lookAtStore(config, logger)
          : []),
        await mail(config),
        ...(await site(config, deriveDoctorKey(config), nowMs)),
      ];
    },
    /** Checks which database changes an upgrade to this release would make. Changes nothing. */
    async beforeUpgrade(): Promise<readonly DoctorFinding[]> {
      try {
        const state = await lookAtDatabase(config.databaseUrl);
        return [
          good('database', `PostgreSQL ${state.postgres} stays as it is.`),
          checkSchema(state),
          await spaceFor(dataDir, state.sizeBytes),
        ];
      } catch (error) {
        return [
          bad(
            'database',
            `It cannot be reached (${formatReason(error)}).`,
            'Look at DATABASE_URL and DATA_DIR.',
          ),
        ];
      }
    },
  };
}

async function lookAtStore(config: ServerConfig, logger: Logger): Promise<DoctorFinding[]> {
  try {
    const { objects, closeObjects } = await openObjects(config, logger);
    try {
      const findings = [await store(objects)];
      if (config.objectStore.kind === 's3') findings.push(await bucketOrigins(objects, config.siteUrl));
      return findings;
    } finally {
      closeObjects();
    }
  } catch (error) {
    return [
      bad(
        'object store',
        `It cannot be opened (${formatReason(error)}).`,
        'Look at the owner of DATA_DIR/storage and at the disk.',
      ),
    ];
  }
}
