import { messages } from '../text/translation.ts';

export const BUCKET_MESSAGES = messages({
  invalidName: 'Please use 1 to 60 printable characters.',
  invalidEndpoint: 'Please enter a URL like https://s3.example.com, without a path, username or password.',
  endpointNotEncrypted: 'Please enter a URL that starts with https://.',
  privateEndpoint:
    'This URL isn’t on the public internet. The operator can allow this with BUCKET_PRIVATE_HOSTS.',
  invalidRegion: 'Please enter a region like eu-central-1.',
  invalidBucket: 'A bucket name has 3 to 63 lowercase letters, digits, dots and hyphens.',
  invalidPrefix: 'Please enter a folder like photos/autumn, with at most 200 characters.',
  invalidKeyId: 'Please enter the access key, without spaces.',
  invalidSecret: 'Please enter the secret, without spaces.',
  noRight: 'Please choose what to use it for: importing photos, delivering files, or both.',
  tooMany: 'Your organization already has 20 buckets. Please disconnect one first.',
  gone: 'The bucket was disconnected, or you aren’t allowed to use it.',
  notAllowed:
    'This bucket is connected only for importing, or only for delivering. You can change that under Account, Buckets.',
  objectGone: 'The photo is no longer in the bucket.',
  empty: 'This folder contains no PNG, JPEG or HEIC.',
  folderTooLarge: 'This folder holds more than 10,000 photos, or 30,000 files. Please choose a smaller one.',
  keyTaken:
    'A file with this name that this run didn’t write already exists. Deliver to another folder, or overwrite existing files.',
  nameTooLong: 'The file’s folder and name are too long for a bucket.',
  secretLost: 'The secret of this bucket can no longer be read. Please enter it again.',
  unreachable: 'The bucket’s server couldn’t be reached.',
  refused:
    'The bucket’s server isn’t on the public internet. The operator can allow this with BUCKET_PRIVATE_HOSTS.',
  keyUnknown: 'The bucket’s server doesn’t know this access key.',
  secretWrong: 'The secret doesn’t match this access key.',
  clockWrong: 'The clocks of this server and the bucket’s server differ by more than 15 minutes.',
  missing: 'The server has no bucket with this name.',
  regionWrong: 'The bucket is in a different region than the one entered.',
  denied: 'The access key isn’t allowed to do this in the bucket.',
  listDenied: 'The access key isn’t allowed to list the bucket (s3:ListBucket).',
  readDenied: 'The access key isn’t allowed to read from the bucket (s3:GetObject).',
  writeDenied: 'The access key isn’t allowed to write to the bucket (s3:PutObject).',
  deleteDenied:
    'Files can be written. The access key isn’t allowed to delete (s3:DeleteObject), so a file packshot-probe-… stays in the bucket.',
  busy: 'The bucket’s server is busy or has an error.',
  badAnswer: 'This address doesn’t respond like an S3 server.',
});
