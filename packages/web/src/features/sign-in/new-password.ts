/** Requirements of a new password, for users and for browsers that suggest one. */
import { t } from '@packshot/contract/text/translation';
import { PASSWORD_MIN_LENGTH } from '@packshot/contract/accounts/limits';

export const NEW_PASSWORD = {
  autoComplete: 'new-password',
  // Otherwise Safari suggests hyphens, which `passwordSchema` rejects.
  passwordrules: `minlength: ${PASSWORD_MIN_LENGTH}; required: lower; required: digit; allowed: upper, [@$!%*?&];`,
  hint: t('At least {length} characters, with a letter and a digit. No spaces or hyphens.', {
    length: PASSWORD_MIN_LENGTH,
  }),
};
