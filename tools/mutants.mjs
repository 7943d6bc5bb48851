// npm run mutants: see tools/mutants/main.ts
import { become } from './bring-up.mjs';

await become('mutants/main.ts');
