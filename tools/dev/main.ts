// npm run dev                runs the product from its sources and applies saved changes
// npm run dev -- --seed      with an example account
// npm run dev -- --inspect   with Node's inspector in API, workers and engine
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { LaunchError } from '../launch/launch-error.ts';
import { runAtTerminal } from '../launch/run-at-terminal.ts';
import { assertServerConfiguration, readSettings } from '../launch/settings.ts';
import { DevProduct } from './dev-product.ts';

await runAtTerminal((say, onFatal) => {
  const options = readOptions();
  const settings = readSettings();
  // Data folder of its own, because unfinished migrations would damage the data of `npm start`.
  if (!process.env['DATA_DIR']) settings.dataFolder = join(settings.cacheFolder, 'dev');
  assertServerConfiguration(settings);
  return new DevProduct({ settings, ...options }, say, onFatal);
});

function readOptions(): { seeds: boolean; inspects: boolean } {
  try {
    const { seed, inspect } = parseArgs({
      options: { seed: { type: 'boolean', default: false }, inspect: { type: 'boolean', default: false } },
    }).values;
    return { seeds: seed, inspects: inspect };
  } catch (cause) {
    throw new LaunchError(`${(cause as Error).message}\nnpm run dev -- [--seed] [--inspect]`, { cause });
  }
}
