// npm run quality: see tools/quality/main.ts
import { become } from './bring-up.mjs';

await become('quality/main.ts');
