// npm run release: see tools/release/main.ts
import { become } from './bring-up.mjs';

await become('release/main.ts');
