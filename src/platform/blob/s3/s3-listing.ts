import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import type { ListMultipartUploadsCommandOutput, ListObjectsV2CommandOutput } from '@aws-sdk/client-s3';
import type { DriverEntry } from '../blob-driver.js';
import type { S3Bucket } from './s3-bucket.js';
import { promised, S3Error } from './s3-error.js';

export interface UnfinishedMultipart {
  readonly name: string;
  readonly uploadId: string;
  readonly startedAt: Date;
}

/**
 * Yields every object whose name begins with the prefix, page by page. Throws for a page without a valid continuation:
 * it must neither pass as the end of the list nor repeat for ever.
 */
export async function* listObjects({ client, name }: S3Bucket, prefix: string): AsyncIterable<DriverEntry> {
  const range = { Bucket: name, Prefix: prefix };
  let after: string | null | undefined;
  while (after !== null) {
    const page: ListObjectsV2CommandOutput = await client.send(
      new ListObjectsV2Command({ ...range, ContinuationToken: after }),
    );
    for (const { Key, LastModified } of page.Contents ?? []) {
      yield { key: promised(Key).slice(prefix.length), modifiedAt: promised(LastModified) };
    }
    after = promised(page.IsTruncated) ? another(after, promised(page.NextContinuationToken)) : null;
  }
}

/** Yields multipart uploads that were neither completed nor aborted; listings of objects do not include them. */
export async function* listMultiparts({ client, name }: S3Bucket, prefix: string): AsyncIterable<UnfinishedMultipart> {
  const range = { Bucket: name, Prefix: prefix };
  let after: Pick<ListMultipartUploadsCommandOutput, 'NextKeyMarker' | 'NextUploadIdMarker'> | null = {};
  while (after) {
    const page: ListMultipartUploadsCommandOutput = await client.send(
      new ListMultipartUploadsCommand({
        ...range,
        KeyMarker: after.NextKeyMarker,
        UploadIdMarker: after.NextUploadIdMarker,
      }),
    );
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      yield { name: promised(Key), uploadId: promised(UploadId), startedAt: promised(Initiated) };
    }
    const isLast = page.IsTruncated !== true || !page.NextKeyMarker;
    after = isLast ? null : another(after, page, markersOf);
  }
}

const markersOf = ({
  NextKeyMarker,
  NextUploadIdMarker,
}: Pick<ListMultipartUploadsCommandOutput, 'NextKeyMarker' | 'NextUploadIdMarker'>): string =>
  JSON.stringify([NextKeyMarker, NextUploadIdMarker]);

/** Returns the position of the next page; throws when it is the one that was just read. */
function another<T>(last: T | undefined, next: T, keyOf: (position: T) => unknown = (position) => position): T {
  if (last !== undefined && keyOf(last) === keyOf(next)) {
    throw new S3Error('a list', 200, 'with the same page again');
  }
  return next;
}
