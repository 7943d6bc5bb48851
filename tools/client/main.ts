// npm run client-types     writes the types of the public API into packages/client, from its OpenAPI document
import { writeFileSync } from 'node:fs';
import { GENERATED, generatedNow } from './generated-file.ts';

writeFileSync(GENERATED, await generatedNow());
process.stdout.write(`${GENERATED}\n`);
