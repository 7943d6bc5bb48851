import { ACCOUNT_MESSAGES } from '@packshot/contract';
import { DomainError } from '../platform/domain-error.ts';
import type { AccountDependencies } from './dependencies.ts';

/**
 * Refuses commonly used passwords, even if they satisfy the password rule.
 * @throws DomainError BAD_REQUEST about the field `password`
 */
export function assertUncommon(
  { commonPasswords }: Pick<AccountDependencies, 'commonPasswords'>,
  password: string,
): void {
  if (!commonPasswords.has(password)) return;
  const field = { field: 'password', message: ACCOUNT_MESSAGES.passwordTooCommon };
  throw new DomainError('BAD_REQUEST', { detail: { fields: [field] } });
}
