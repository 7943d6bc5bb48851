import type { ApiScope } from '@packshot/contract';
import { DomainError } from '../domain-error.ts';

export const scopeMissing = (scopes: readonly ApiScope[]): DomainError =>
  new DomainError('KEY_SCOPE_MISSING', { detail: { reason: `It needs ${scopes.join(' or ')}.` } });
