/** What a field for a new password asks for, to people and to browsers that suggest one. */
import { PASSWORD_MIN_LENGTH } from '@packshot/contract/accounts/limits';

export const NEW_PASSWORD = {
  autoComplete: 'new-password',
  // Safari suggests hyphens otherwise, which `passwordSchema` does not take.
  passwordrules: `minlength: ${PASSWORD_MIN_LENGTH}; required: lower; required: digit; allowed: upper, [@$!%*?&];`,
  hint: `At least ${PASSWORD_MIN_LENGTH} characters, with a letter and a digit. No spaces or hyphens.`,
};
