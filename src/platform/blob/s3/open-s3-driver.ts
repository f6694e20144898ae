import { openS3Bucket } from './s3-bucket.js';
import type { S3Timing } from './s3-bucket.js';
import type { S3Keys } from './s3-credentials.js';
import { S3Driver } from './s3-driver.js';
import type { S3Location } from './s3-url.js';

/** The only import of the AWS SDK in this folder: loaded only when BLOB_STORE is `s3://`, because of its size. */
export function openS3Driver(location: S3Location, timing: S3Timing, keys?: S3Keys): S3Driver {
  return new S3Driver(openS3Bucket(location, timing, keys), location.prefix);
}
