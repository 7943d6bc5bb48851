// npm run check: see tools/check/main.ts
import { become } from './bring-up.mjs';

await become('check/main.ts');
