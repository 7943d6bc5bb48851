// npm start        starts the whole product on this machine
// npm run worker   starts another worker for a running product
import { ExtraWorker } from './extra-worker.ts';
import { Product } from './product.ts';
import { runAtTerminal } from './run-at-terminal.ts';
import { misspelledSettings } from '../../packages/server/src/platform/config/misspelled.ts';
import { assertServerConfiguration, readSettings } from './settings.ts';

await runAtTerminal((say, onFatal) => {
  const settings = readSettings();
  assertServerConfiguration(settings);
  for (const { name, meant } of misspelledSettings())
    say(`  ${name} is no setting, so it has no effect; did you mean ${meant}?`);
  return process.argv[2] === 'worker' ? new ExtraWorker(settings, say) : new Product(settings, say, onFatal);
});
