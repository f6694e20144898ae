import { ListMultipartUploadsCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3';
import type { DriverEntry } from '../blob-driver.js';
import type { S3Bucket } from './s3-bucket.js';
import { promised } from './s3-error.js';

export interface UnfinishedMultipart {
  readonly name: string;
  readonly uploadId: string;
  readonly startedAt: Date;
}

/** Yields every object whose name begins with the prefix, page by page. */
export async function* listObjects({ client, name }: S3Bucket, prefix: string): AsyncIterable<DriverEntry> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: name, Prefix: prefix })) {
    for (const { Key, LastModified } of Contents) {
      yield { key: promised(Key).slice(prefix.length), modifiedAt: promised(LastModified) };
    }
  }
}

/** Yields multipart uploads that were neither completed nor aborted; listings of objects do not include them. */
export async function* listMultiparts({ client, name }: S3Bucket, prefix: string): AsyncIterable<UnfinishedMultipart> {
  let after: Pick<ListMultipartUploadsCommandOutput, 'NextKeyMarker' | 'NextUploadIdMarker'> | null = {};
  while (after) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({
        Bucket: name,
        Prefix: prefix,
        KeyMarker: after.NextKeyMarker,
        UploadIdMarker: after.NextUploadIdMarker,
      }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      yield { name: promised(Key), uploadId: promised(UploadId), startedAt: promised(Initiated) };
    }
    after = page.IsTruncated === true && page.NextKeyMarker ? page : null;
  }
}
