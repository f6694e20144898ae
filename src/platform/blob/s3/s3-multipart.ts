import type { S3Client } from './s3-client.js';
import { S3Error, hasStatus } from './s3-error.js';
import { escapeXml, textIn } from './s3-xml.js';

/** One object in the making out of numbered parts; readable only when complete. */
export class S3Multipart {
  private readonly etags = new Map<number, string>();

  private constructor(
    private readonly client: S3Client,
    private readonly name: string,
    private readonly uploadId: string,
  ) {}

  static async begin(client: S3Client, name: string): Promise<S3Multipart> {
    const { body } = await client.send({ method: 'POST', name, query: { uploads: '' } });
    return new S3Multipart(client, name, required(textIn(body, 'UploadId')));
  }

  async put(part: number, body: readonly Uint8Array[]): Promise<void> {
    const { headers } = await this.client.send({ method: 'PUT', name: this.name, query: this.part(part), body });
    this.etags.set(part, required(headers.etag));
  }

  /** Takes the bytes `start` to `end`, both counted, of another object without moving them through here. */
  async copy(
    part: number,
    from: { readonly name: string; readonly start: number; readonly end: number },
  ): Promise<void> {
    const headers = {
      'x-amz-copy-source': encodeURI(`/${this.client.bucket}/${from.name}`),
      'x-amz-copy-source-range': `bytes=${from.start}-${from.end}`,
    };
    const { body } = await this.client.send({ method: 'PUT', name: this.name, query: this.part(part), headers });
    this.etags.set(part, required(textIn(body, 'ETag')));
  }

  async complete(): Promise<void> {
    const parts = [...this.etags].toSorted(([a], [b]) => a - b).map(([part, etag]) => partXml(part, etag));
    const body = [Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)];
    try {
      await this.client.send({ method: 'POST', name: this.name, query: { uploadId: this.uploadId }, body });
    } catch (error) {
      if (!hasStatus(error, 404) || !(await this.exists())) {
        throw error; // else an earlier try was heard and only its answer got lost
      }
    }
  }

  async abort(): Promise<void> {
    await abortMultipart(this.client, this.name, this.uploadId);
  }

  private part(part: number): Record<string, string> {
    return { partNumber: String(part), uploadId: this.uploadId };
  }

  private async exists(): Promise<boolean> {
    return this.client.send({ method: 'HEAD', name: this.name }).then(
      () => true,
      () => false,
    );
  }
}

/** Safe to repeat. */
export async function abortMultipart(client: S3Client, name: string, uploadId: string): Promise<void> {
  try {
    await client.send({ method: 'DELETE', name, query: { uploadId } });
  } catch (error) {
    if (!hasStatus(error, 404)) {
      throw error;
    }
  }
}

function partXml(part: number, etag: string): string {
  return `<Part><PartNumber>${part}</PartNumber><ETag>${escapeXml(etag)}</ETag></Part>`;
}

function required(value: string | null | undefined): string {
  if (!value) {
    throw new S3Error('a multipart request', 200, 'without what it promised');
  }
  return value;
}
