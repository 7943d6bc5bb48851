/** Messages about buckets. */
export const BUCKET_MESSAGES = {
  invalidName: 'Please use 1 to 60 printable characters.',
  invalidEndpoint:
    'Please enter an address like https://s3.example.com, without a path, a name or a password.',
  endpointNotEncrypted: 'Please enter an address that begins with https://.',
  privateEndpoint:
    'This address is not on the public internet. Whoever operates this server can allow it with BUCKET_PRIVATE_HOSTS.',
  invalidRegion: 'Please enter a region like eu-central-1.',
  invalidBucket: 'The name of a bucket has 3 to 63 lower-case letters, digits, dots and hyphens.',
  invalidPrefix: 'Please enter a folder like photos/autumn, with at most 200 characters.',
  invalidKeyId: 'Please enter the access key, without spaces.',
  invalidSecret: 'Please enter the secret, without spaces.',
  noRight: 'Please choose what it is for: reading photos, writing files, or both.',
  tooMany: 'Your organization has 20 buckets. Please remove one first.',
  gone: 'The bucket was disconnected, or may no longer be used for this.',
  notAllowed: 'The bucket is not connected for this. What it is for is under Account, Buckets.',
  objectGone: 'The photo is no longer in the bucket.',
  empty: 'There is no PNG, JPEG or HEIC in this folder.',
  folderTooLarge: 'This folder holds more than 10,000 photos, or 30,000 files. Please choose a smaller one.',
  keyTaken:
    'There is a file of this name that this run did not write. Deliver again into another folder, or overwrite what is there.',
  nameTooLong: 'The file’s name with its folder is too long for a bucket.',
  secretLost: 'The secret of this bucket can no longer be read. Please enter it again.',
  unreachable: 'The server of the bucket could not be reached.',
  refused:
    'The server of the bucket is not on the public internet. Whoever operates this server can allow it with BUCKET_PRIVATE_HOSTS.',
  keyUnknown: 'The server of the bucket does not know this access key.',
  secretWrong: 'The secret does not belong to this access key.',
  clockWrong: 'The clocks of this server and of the bucket’s server differ by more than 15 minutes.',
  missing: 'There is no bucket of this name on the server.',
  regionWrong: 'The bucket is in another region than the one that is entered.',
  denied: 'The access key may not do this in the bucket.',
  listDenied: 'The access key may not list what is in the bucket (s3:ListBucket).',
  readDenied: 'The access key may not read from the bucket (s3:GetObject).',
  writeDenied: 'The access key may not write into the bucket (s3:PutObject).',
  deleteDenied:
    'Files can be written. The access key may not delete (s3:DeleteObject), so that a file packshot-probe-… stays in the bucket.',
  busy: 'The server of the bucket is busy, or has a fault of its own.',
  badAnswer: 'What is behind this address does not answer as a server of buckets does.',
} as const;
