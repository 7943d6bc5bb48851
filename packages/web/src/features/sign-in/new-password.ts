/** Requirements for a new password: as text for users, and as attributes for browsers that suggest passwords. */
import { t } from '@packshot/contract/text/translation';
import { PASSWORD_MIN_LENGTH } from '@packshot/contract/accounts/limits';

export const NEW_PASSWORD = {
  autoComplete: 'new-password',
  // Safari's rules for suggested passwords; by default it suggests hyphens, which `passwordSchema` rejects.
  passwordrules: `minlength: ${PASSWORD_MIN_LENGTH}; required: lower; required: digit; allowed: upper, [@$!%*?&];`,
  hint: t(
    'At least {length} characters: letters from A to Z and digits, at least one of each. Also allowed: @ $ ! % * ? &.',
    {
      length: PASSWORD_MIN_LENGTH,
    },
  ),
};
