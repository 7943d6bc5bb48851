// npm run bench: see tools/launch/bench.ts
import { become } from './bring-up.mjs';

await become('launch/bench.ts');
