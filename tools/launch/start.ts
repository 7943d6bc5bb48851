// npm start        starts the whole product on this machine
// npm run worker   starts another worker for a running product
import { ExtraWorker } from './extra-worker.ts';
import { Product } from './product.ts';
import { runAtTerminal } from './run-at-terminal.ts';
import { assertServerConfiguration, readSettings } from './settings.ts';

await runAtTerminal((say, onFatal) => {
  const settings = readSettings();
  assertServerConfiguration(settings);
  return process.argv[2] === 'worker' ? new ExtraWorker(settings, say) : new Product(settings, say, onFatal);
});
