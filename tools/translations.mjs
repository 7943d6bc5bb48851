// npm run translations: adds new sentences to the translations and removes unused ones; see
// tools/check/translations/main.ts
import { become } from './bring-up.mjs';

process.argv.push('--write');
await become('check/translations/main.ts');
