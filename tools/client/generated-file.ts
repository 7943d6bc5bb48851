import { join } from 'node:path';
import { v1Document } from '../../packages/server/src/platform/http/openapi/v1-document.ts';
import { ROOT } from '../launch/settings.ts';
import { clientTypes } from './generate.ts';

export const GENERATED = join(ROOT, 'packages/client/src/generated.ts');

export const generatedNow = (): Promise<string> =>
  clientTypes(v1Document({ version: '', publicUrl: null, hasBilling: true }));
