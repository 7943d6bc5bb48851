// npm run dev: see tools/dev/main.ts
import { become } from './bring-up.mjs';

await become('dev/main.ts');
