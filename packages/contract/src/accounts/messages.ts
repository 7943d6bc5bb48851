import { LANGUAGE } from '../text/interface-language.ts';
import { messages, t } from '../text/translation.ts';

export const ACCOUNT_MESSAGES = messages({
  signUpClosed: 'This server doesn’t accept new accounts. Ask its operator for one.',
  signUpByInvitation:
    'This server is open by invitation only. Sign up with the address that your invitation was sent to, or ask its operator.',
  signUpOtherDomain:
    'This server only accepts its own organization’s email addresses. Sign up with your work address, or ask its operator.',
  accountDisabled: 'This account is disabled. Ask the operator of this server to enable it.',
  noMails: 'This server doesn’t send email. Ask its operator for a link to set a new password.',
  invalidEmail: 'Please enter an email address like name@example.com.',
  invalidName: 'Please use 2 to 30 letters; spaces, apostrophes and hyphens are fine.',
  invalidCompanyName: 'Please use at most 80 characters.',
  passwordTooShort: 'Please use at least 8 characters.',
  passwordTooLong: 'Please use at most 128 characters.',
  passwordNeedsLetterAndDigit: 'Please use at least one letter and one digit.',
  passwordForbiddenCharacter: 'Please use only letters, digits and @ $ ! % * ? &.',
  passwordMissing: 'Please enter your password.',
  passwordsDiffer: 'The passwords don’t match.',
  wrongCredentials: 'This email address and password don’t match. Please try again.',
  checkAddressAndPassword: 'Check your email and password.',
  wrongPassword: 'Wrong password. Please try again.',
  emailTaken: 'An account with this email address already exists. Sign in, or use another address.',
  addressInUse: 'This address is already in use.',
  correctWhatIsMarked: 'Please fix the highlighted fields.',
  passwordTooCommon: 'This is one of the most commonly guessed passwords. Please choose another one.',
  linkExpired: 'This link has expired or has already been used. Please request a new one.',
  captchaRequired: 'We couldn’t confirm that you’re human. Please try again.',
  resetMailSent: 'If there is an account with this address, a link is on its way. It works for 30 minutes.',
  passwordLinkSent: 'A link to choose a new password is in your inbox. It works for 30 minutes.',
  passwordChanged: 'Password changed. Other devices are signed out.',
  verificationMailSent: 'A new link is on its way. It works for 24 hours.',
  hasAddress: 'This account already has an email address.',
  addressLinkSent: 'A link is on its way. It works for 24 hours.',
  emailVerified: 'Thank you, your email address is confirmed.',
  confirmYourAddress: 'Welcome! Open the email we sent you to add your free generations.',
  confirmAddressOnly: 'Welcome! Open the email we sent you to confirm your address.',
  invalidOrganizationName: 'Please use 1 to 80 characters.',
  alreadyMember: 'This person is already in your organization.',
  lastOwner: 'An organization needs an owner. Make another member its owner first.',
  invitationSent: 'The invitation is on its way. It works for 7 days.',
  demoRequested: 'Thank you. We’ll get back to you by email, usually within one business day.',
  profileSaved: 'Saved.',
  sessionEnded: 'That device is signed out.',
  otherSessionsEnded: 'All other devices are signed out.',
  accountDeleted: 'Your account and everything in it have been deleted.',
});

const clock = new Intl.DateTimeFormat(LANGUAGE, { hour: 'numeric', minute: '2-digit' });

export const tryAgainAt = (at: Date): string => t('You can try again at {time}.', { time: clock.format(at) });
