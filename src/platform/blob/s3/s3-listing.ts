import type { DriverEntry } from '../blob-driver.js';
import type { S3Client } from './s3-client.js';
import { elementsIn, textIn } from './s3-xml.js';

export interface UnfinishedMultipart {
  readonly name: string;
  readonly uploadId: string;
  readonly startedAt: Date;
}

/** Every object whose name begins so, page by page. */
export async function* listObjects(client: S3Client, prefix: string): AsyncIterable<DriverEntry> {
  let next: Record<string, string> | null = {};
  while (next) {
    const query: Record<string, string> = { 'list-type': '2', prefix, ...next };
    const { body } = await client.send({ method: 'GET', query });
    for (const entry of elementsIn(body, 'Contents')) {
      yield { key: textOf(entry, 'Key').slice(prefix.length), modifiedAt: new Date(textOf(entry, 'LastModified')) };
    }
    const token = textIn(body, 'NextContinuationToken');
    next = token ? { 'continuation-token': token } : null;
  }
}

/** Multipart uploads that were neither completed nor aborted: no listing of objects shows them. */
export async function* listMultiparts(client: S3Client, prefix: string): AsyncIterable<UnfinishedMultipart> {
  let next: Record<string, string> | null = {};
  while (next) {
    const query: Record<string, string> = { uploads: '', prefix, ...next };
    const { body } = await client.send({ method: 'GET', query });
    for (const entry of elementsIn(body, 'Upload')) {
      const startedAt = new Date(textOf(entry, 'Initiated'));
      yield { name: textOf(entry, 'Key'), uploadId: textOf(entry, 'UploadId'), startedAt };
    }
    const key = textIn(body, 'NextKeyMarker');
    const isCut = textIn(body, 'IsTruncated') === 'true';
    next = isCut && key ? { 'key-marker': key, 'upload-id-marker': textOf(body, 'NextUploadIdMarker') } : null;
  }
}

function textOf(xml: string, name: string): string {
  return textIn(xml, name) ?? '';
}
