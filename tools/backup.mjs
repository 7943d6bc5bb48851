// npm run backup, npm run restore: see tools/launch/backup.ts
import { become } from './bring-up.mjs';

await become('launch/backup.ts');
