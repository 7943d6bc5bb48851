// npm run container: see tools/container/main.ts
import { become } from './bring-up.mjs';

await become('container/main.ts');
