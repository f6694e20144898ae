import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3';
import type { S3Bucket } from './s3-bucket.js';
import { hasStatus, promised } from './s3-error.js';

/**
 * An object that is built from numbered parts and becomes readable when it is complete. `Upload` of
 * @aws-sdk/lib-storage is not sufficient: it neither copies parts, nor grows them, nor detects a completion whose
 * answer was lost.
 */
export class S3Multipart {
  private readonly etags = new Map<number, string>();

  private constructor(
    private readonly bucket: S3Bucket,
    private readonly name: string,
    private readonly uploadId: string,
  ) {}

  static async begin(bucket: S3Bucket, name: string): Promise<S3Multipart> {
    const { UploadId } = await bucket.client.send(new CreateMultipartUploadCommand({ Bucket: bucket.name, Key: name }));
    return new S3Multipart(bucket, name, promised(UploadId));
  }

  async put(part: number, body: readonly Uint8Array[]): Promise<void> {
    const input = { ...this.upload, PartNumber: part, Body: Buffer.concat(body) };
    const { ETag } = await this.bucket.client.send(new UploadPartCommand(input));
    this.etags.set(part, promised(ETag));
  }

  /** Copies the bytes `start` to `end`, inclusive, of another object inside the storage. */
  async copy(
    part: number,
    from: { readonly name: string; readonly start: number; readonly end: number },
  ): Promise<void> {
    const input = {
      ...this.upload,
      PartNumber: part,
      CopySource: encodeURI(`/${this.bucket.name}/${from.name}`),
      CopySourceRange: `bytes=${from.start}-${from.end}`,
    };
    const { CopyPartResult } = await this.bucket.client.send(new UploadPartCopyCommand(input));
    this.etags.set(part, promised(CopyPartResult?.ETag));
  }

  async complete(): Promise<void> {
    const parts = [...this.etags].toSorted(([a], [b]) => a - b);
    const Parts = parts.map(([PartNumber, ETag]) => ({ PartNumber, ETag }));
    const input = { ...this.upload, MultipartUpload: { Parts } };
    try {
      promised((await this.bucket.client.send(new CompleteMultipartUploadCommand(input))).ETag); // an error or a page has none
    } catch (error) {
      if (!hasStatus(error, 404) || !(await this.exists())) {
        throw error; // otherwise an earlier attempt succeeded and only its answer was lost
      }
    }
  }

  async abort(): Promise<void> {
    await abortMultipart(this.bucket, this.name, this.uploadId);
  }

  private get upload() {
    return { Bucket: this.bucket.name, Key: this.name, UploadId: this.uploadId };
  }

  private async exists(): Promise<boolean> {
    return this.bucket.client.send(new HeadObjectCommand({ Bucket: this.bucket.name, Key: this.name })).then(
      () => true,
      () => false,
    );
  }
}

/** Safe to repeat. */
export async function abortMultipart({ client, name }: S3Bucket, key: string, uploadId: string): Promise<void> {
  try {
    await client.send(new AbortMultipartUploadCommand({ Bucket: name, Key: key, UploadId: uploadId }));
  } catch (error) {
    if (!hasStatus(error, 404)) {
      throw error;
    }
  }
}
