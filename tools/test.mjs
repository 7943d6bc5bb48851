// npm test: see tools/test/main.ts
import { become } from './bring-up.mjs';

await become('test/main.ts');
