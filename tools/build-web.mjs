// Builds the pages for browsers, for an image or a package: see tools/launch/build-web.ts
import { become } from './bring-up.mjs';

await become('launch/build-web.ts');
