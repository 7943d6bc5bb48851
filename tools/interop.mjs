// npm run interop: see tools/interop/main.ts
import { become } from './bring-up.mjs';

await become('interop/main.ts');
