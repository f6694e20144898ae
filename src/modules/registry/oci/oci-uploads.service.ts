import { Injectable } from '@nestjs/common';
import type { HttpRequest } from '../../../platform/http/http-types.js';
import { Env } from '../../../platform/config/env.js';
import { BlobIntakeService } from '../blobs/blob-intake.service.js';
import { BlobMountsService } from '../blobs/blob-mounts.service.js';
import { isDigest } from '../grammar/digest.js';
import { chunkOutOfOrder, chunkSizeInvalid, digestInvalid, uploadUnknown } from '../registry-errors.js';
import { readChunkRange, writeUploadRange } from '../uploads/chunk-range.js';
import type { UploadAddress } from '../uploads/uploads.repository.js';
import { UploadsService } from '../uploads/uploads.service.js';
import type { Chunk } from '../uploads/uploads.service.js';
import { declaredLength, hasBody } from './oci-answers.js';
import { pushTargetOf, subjectKey } from './oci-call.js';
import type { OciCall } from './oci-call.js';
import { OciAccessService } from './oci-access.service.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Headers of a response about a session, which has no body. */
export interface SessionHeaders {
  readonly Location: string;
  readonly Range: string;
  readonly 'Docker-Upload-UUID': string;
}

/** Headers of a response about a blob that is now stored, by upload or by mount. */
export interface BlobHeaders {
  readonly Location: string;
  readonly 'Docker-Content-Digest': string;
}

/** Uploads of the `/v2` API (contract: registry §6, §6.1). */
@Injectable()
export class OciUploadsService {
  constructor(
    private readonly uploads: UploadsService,
    private readonly intake: BlobIntakeService,
    private readonly mounts: BlobMountsService,
    private readonly access: OciAccessService,
    private readonly env: Env,
  ) {}

  /** Mounts a blob, stores a whole blob, or opens a session, depending on the query. */
  async start(call: OciCall, query: URLSearchParams, request: HttpRequest): Promise<BlobHeaders | SessionHeaders> {
    const mount = query.get('mount');
    if (mount !== null && (await this.mount(call, mount, query.get('from')))) {
      return this.blobHeaders(call, mount);
    }
    const digest = mount === null ? query.get('digest') : null;
    if (digest !== null) {
      await this.intake.take(pushTargetOf(call), digest, request);
      return this.blobHeaders(call, digest);
    }
    const target = { path: call.name, projectId: call.image.projectId };
    const id = await this.uploads.open(target, subjectKey(call.token.subject));
    return this.sessionHeaders(call, id, 0);
  }

  async append(call: OciCall, id: string, request: HttpRequest): Promise<SessionHeaders> {
    const address = await this.address(call, id);
    const size = await this.uploads.append(address, this.chunkOf(call, id, request));
    return this.sessionHeaders(call, id, size);
  }

  async status(call: OciCall, id: string): Promise<SessionHeaders> {
    return this.sessionHeaders(call, id, await this.uploads.size(await this.address(call, id)));
  }

  /** The request may contain the last chunk. */
  async finish(call: OciCall, id: string, digest: string | null, request: HttpRequest): Promise<BlobHeaders> {
    const address = await this.address(call, id);
    const chunk = hasBody(request) ? this.chunkOf(call, id, request) : null;
    await this.uploads.finish(address, pushTargetOf(call), digest, chunk);
    return this.blobHeaders(call, digest ?? '');
  }

  async cancel(call: OciCall, id: string): Promise<void> {
    await this.uploads.cancel(await this.address(call, id));
  }

  /**
   * Without `from`, the other repositories of the project are tried. A repository that the caller may not read counts
   * as one without the blob.
   */
  private async mount(call: OciCall, digest: string, from: string | null): Promise<boolean> {
    if (!isDigest(digest)) {
      throw digestInvalid(digest);
    }
    if (from === null) {
      return this.mounts.fromProject(pushTargetOf(call), digest);
    }
    const source = await this.access.evaluate(call.token, from, ['pull']);
    return source !== null && this.mounts.from(source.image, pushTargetOf(call), digest);
  }

  /**
   * Finds the session under this repository's name. With an expired token, only its opener may continue (contract:
   * registry §9.7); other callers do not learn whether it exists.
   */
  private async address(call: OciCall, id: string): Promise<UploadAddress> {
    const address = { id, path: call.name, projectId: call.image.projectId };
    if (call.expired) {
      const opener = UUID.test(id) ? await this.uploads.findOpener(address) : null;
      if (opener === null || opener !== subjectKey(call.token.subject)) {
        throw call.expired;
      }
    }
    if (!UUID.test(id)) {
      throw uploadUnknown();
    }
    return address;
  }

  private chunkOf(call: OciCall, id: string, request: HttpRequest): Chunk {
    const header = request.headers['content-range'];
    const range = header === undefined ? null : readChunkRange(header);
    if (header !== undefined && !range) {
      throw chunkSizeInvalid();
    }
    const outOfOrder = (size: number) => chunkOutOfOrder({ ...this.sessionHeaders(call, id, size) });
    return { body: request, declared: declaredLength(request), range, outOfOrder };
  }

  private sessionHeaders({ name }: OciCall, id: string, size: number): SessionHeaders {
    const location = `${this.env.registry.url}/v2/${name}/blobs/uploads/${id}`;
    return { Location: location, Range: writeUploadRange(size), 'Docker-Upload-UUID': id };
  }

  private blobHeaders({ name }: OciCall, digest: string): BlobHeaders {
    return { Location: `${this.env.registry.url}/v2/${name}/blobs/${digest}`, 'Docker-Content-Digest': digest };
  }
}
