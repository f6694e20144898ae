import { PutObjectCommand } from '@aws-sdk/client-s3';
import { Batches } from '../batches.js';
import type { BlobWriter } from '../blob-driver.js';
import type { S3Bucket } from './s3-bucket.js';
import { promised } from './s3-error.js';
import { S3Multipart } from './s3-multipart.js';

const MIB = 1024 * 1024;
const PART_BYTES = 8 * MIB;
const LATE_PART_BYTES = 64 * MIB;
const EARLY_PARTS = 5000;

/**
 * Writes one object. If it fits into one part, a single PUT is sent; otherwise a multipart upload, where one part is
 * gathered while another is sent: about 16 MiB of memory per writer. S3 allows 10,000 parts, so those after the first
 * 39 GiB are larger.
 */
export class S3Writer implements BlobWriter {
  private readonly batches: Batches;
  private multipart: S3Multipart | null = null;
  private parts = 0;

  constructor(
    private readonly bucket: S3Bucket,
    private readonly name: string,
  ) {
    this.batches = new Batches(
      () => (this.parts < EARLY_PARTS ? PART_BYTES : LATE_PART_BYTES),
      (batch) => this.sendPart(batch),
    );
  }

  write(chunk: Uint8Array): Promise<void> {
    return this.batches.add(chunk);
  }

  async commit(): Promise<void> {
    const rest = await this.batches.rest();
    if (!this.multipart) {
      const input = { Bucket: this.bucket.name, Key: this.name, Body: Buffer.concat(rest) };
      promised((await this.bucket.client.send(new PutObjectCommand(input))).ETag); // the page of a proxy has none
      return;
    }
    if (rest.length > 0) {
      await this.sendPart(rest);
    }
    await this.multipart.complete();
  }

  async discard(): Promise<void> {
    await this.batches.stop();
    await this.multipart?.abort();
  }

  private async sendPart(batch: readonly Uint8Array[]): Promise<void> {
    this.parts += 1;
    const part = this.parts;
    this.multipart ??= await S3Multipart.begin(this.bucket, this.name);
    await this.multipart.put(part, batch);
  }
}
