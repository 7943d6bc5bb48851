// node tools/build-web.mjs builds the web app as `npm start` does, without starting anything
import { LaunchError } from './launch-error.ts';
import { readSettings } from './settings.ts';
import { buildWeb } from './web-build.ts';

try {
  const { webFolder, cacheFolder } = readSettings();
  const wasNeeded = await buildWeb(webFolder, cacheFolder);
  console.log(wasNeeded ? 'The web app is built.' : 'The web app was built from these sources before.');
} catch (error) {
  if (!(error instanceof LaunchError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
