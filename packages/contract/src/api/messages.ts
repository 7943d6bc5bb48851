import { messages } from '../text/translation.ts';

export const API_MESSAGES = messages({
  keyInvalid: 'This API key isn’t valid. Create one under Account, API keys.',
  keyExpired: 'This API key has expired. Create a new one under Account, API keys.',
  keyAddressRefused:
    'This API key can’t be used from this IP address. Add the address to the key’s list, or use another key.',
  keyScopeMissing:
    'This API key doesn’t have the scope for this call. Add the scope to the key, or use another key.',
  keyCeilingReached:
    'This API key has reached its monthly credit limit. Raise the limit, or continue next month.',
  tooManyKeys: 'You’ve reached the maximum number of API keys. Revoke one first.',
  invalidKeyName: 'Please use 1 to 60 characters.',
  invalidAddressRange: 'Please enter an IP address or a network like 203.0.113.0/24.',
  noScope: 'Please choose at least one scope.',
  expiryInPast: 'Please choose a date in the future.',
  versionUnknown: 'There’s no API version with this date.',
  methodNotAllowed: 'This URL doesn’t support this method.',
  notAcceptable: 'None of the formats in your Accept header are available.',
  bodyTooLarge: 'This request is too large. A picture can have up to 25 MB, and JSON far less.',
  unsupportedMediaType: 'This URL doesn’t accept a body of this type.',
  serversBusy: 'The server is busy. Send the same call again after the number of seconds in Retry-After.',
  jobNotFound: 'We can’t find this job.',
  resultNotFound: 'This job doesn’t have this picture, or it isn’t ready yet.',
  tooManyJobs: 'This API key has reached its limit of running jobs. Wait for one to finish.',
  testLimitReached:
    'An organization’s test keys can start 100 jobs in total within 24 hours. Try again later, or use a live key.',
  liveKeyNeeded: 'Test keys can’t change recipes or catalogs, because catalogs cost credits. Use a live key.',
  simulationRefused: 'Packshot-Simulate works only with test keys.',
  urlRefused: 'We only fetch pictures from public http and https URLs.',
  urlUnreachable: 'We couldn’t fetch a picture from this URL.',
  tooManyWebhooks: 'Your organization has reached the maximum number of webhooks. Delete one first.',
  webhookDisabled: 'This webhook is disabled. Enable it first.',
  invalidWebhookUrl:
    'Enter a URL that starts with https:// and has no username or password. http://localhost works if Packshot runs on your own machine.',
  privateWebhookUrl: 'This URL isn’t on the public internet.',
  invalidWebhookDescription: 'Please use at most 100 characters.',
  noWebhookEvent: 'Please choose at least one event.',
});
