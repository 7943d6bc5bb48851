// npm run doctor, npm run upgrade: see tools/launch/doctor.ts
import { become } from './bring-up.mjs';

await become('launch/doctor.ts');
