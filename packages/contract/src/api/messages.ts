/** Messages about API keys and calls with them. */
export const API_MESSAGES = {
  keyInvalid: 'This API key is not valid. Make one under Account, API keys.',
  keyExpired: 'This API key has expired.',
  keyAddressRefused: 'This API key does not work from this address.',
  keyScopeMissing: 'This API key does not have the scope for this call.',
  keyCeilingReached: 'This API key has spent its credits of this month.',
  tooManyKeys: 'You have as many API keys as you can have. Revoke one first.',
  invalidKeyName: 'Please use 1 to 60 characters.',
  invalidAddressRange: 'Please enter an IP address or a network like 203.0.113.0/24.',
  noScope: 'Please choose at least one scope.',
  expiryInPast: 'Please choose a day that is still to come.',
} as const;
