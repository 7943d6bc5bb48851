// npm run client-types: see tools/client/main.ts
import { become } from './bring-up.mjs';

await become('client/main.ts');
