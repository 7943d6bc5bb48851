// npm run client-types     writes what packages/client knows of the public API, from its OpenAPI document
import { writeFileSync } from 'node:fs';
import { GENERATED, generatedNow } from './generated-file.ts';

writeFileSync(GENERATED, await generatedNow());
process.stdout.write(`${GENERATED}\n`);
