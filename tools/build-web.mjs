// Builds the pages that browsers get, for an image or a package: see tools/launch/build-web.ts
import { become } from './bring-up.mjs';

await become('launch/build-web.ts');
