// npm run admin: see tools/launch/admin.ts
import { become } from './bring-up.mjs';

await become('launch/admin.ts');
