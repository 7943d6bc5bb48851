// npm start, npm run worker: see tools/launch/start.ts
import { become } from './bring-up.mjs';

await become('launch/start.ts');
