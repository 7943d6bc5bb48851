// npm run pack: see tools/pack/main.ts
import { become } from './bring-up.mjs';

await become('pack/main.ts');
