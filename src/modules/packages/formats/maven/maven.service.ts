import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID, message, notFound } from '../../../../common/errors/catalogue.js';
import type { ByteSource } from '../../../../platform/blob/blob-store.js';
import { borrowed } from '../../../../platform/blob/write-hashed.js';
import type { HttpRequest } from '../../../../platform/http/http-types.js';
import { readBytes } from '../../../../platform/http/read-body.js';
import { stateOf } from '../../../../platform/http/request-state.js';
import { duplicateNotAllowed, fileTooLarge } from '../../access/package-errors.js';
import { PackageDownloadsRepository } from '../../files/package-downloads.repository.js';
import type { ServedFile } from '../../files/package-downloads.repository.js';
import type { MadeFile } from '../../files/package-downloads.service.js';
import { PackagePublishingService } from '../../files/package-publishing.service.js';
import { fileExpectedBy } from '../../protocol/expected-by.js';
import { publisherOf } from '../../protocol/package-call.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { DuplicatesService } from '../../settings/duplicates.service.js';
import { MavenMetadataService } from './maven-metadata.service.js';
import { METADATA, readMavenPath } from './maven-path.js';
import type { MavenPath } from './maven-path.js';
import { MavenRepository } from './maven.repository.js';

const TYPE = 'maven';
const ENCODED_SLASH = /\/packages\/maven\/[^?]*%2f/i;
/** Maximum size in bytes of incoming metadata that is kept in memory to be read. */
const MAX_METADATA = 1024 * 1024;
/** A digest in hex, followed by the name of its file. */
const MAX_DIGEST_BYTES = 2048;
/** Maximum number of metadata uploads between one upload and its digest. */
const RACING_DEPLOYS = 50;

/** Files of maven repositories (contract: packages §5.4). */
@Injectable()
export class MavenService {
  constructor(
    private readonly publishing: PackagePublishingService,
    private readonly downloads: PackageDownloadsRepository,
    private readonly maven: MavenRepository,
    private readonly metadata: MavenMetadataService,
    private readonly duplicates: DuplicatesService,
  ) {}

  /** Stores a file. Throws 400; nothing is stored then. */
  async upload(call: PackageCall, path: MavenPath, request: HttpRequest): Promise<void> {
    const { 'content-length': length } = request.headers;
    this.publishing.refuseTooLarge(TYPE, length === undefined ? null : Number(length));
    const beginning = new Beginning(path.version === '' ? MAX_METADATA : 0);
    const content = await this.publishing.receive(TYPE, beginning.of(request)).catch((error: unknown) => {
      request.resume(); // so that the refusal can still be read on this connection
      throw error;
    });
    const { projectId } = call.project;
    const { name, version, fileName } = path;
    const { creatorId, pipelineId } = publisherOf(call);
    const status = 'default';
    const draft = {
      projectId,
      packageType: TYPE,
      name,
      nameKey: name,
      version,
      versionKey: version,
      status,
      creatorId,
    } as const;
    const metadata = version === '' ? await this.metadata.announcedBy(projectId, name, beginning.bytes) : {};
    const ifHeld = (await this.mayRepeat(projectId, path)) ? null : duplicateNotAllowed();
    const isExpected =
      version === '' ? undefined : fileExpectedBy(request, () => this.downloads.findNewest(draft, fileName));
    const publication = { draft, fileName, isSole: false, ifHeld, isExpected, pipelineId, metadata: { ...metadata } };
    await this.publishing.publish(publication, content);
  }

  /**
   * Compares a digest with the file as it was sent. Throws 409 if it differs, and 404 if there is no such file. Other
   * deploys may have sent metadata since, so the digest is compared with several recent files (contract: packages
   * §6.5).
   */
  async verify({ project }: PackageCall, path: MavenPath, request: HttpRequest): Promise<void> {
    const bytes = await readBytes(request, MAX_DIGEST_BYTES, { tooLarge: fileTooLarge });
    const { digest } = path;
    if (digest === null || digest === 'md5') {
      return;
    }
    const [sent = ''] = bytes.toString('latin1').trim().toLowerCase().split(/\s/, 1);
    const stored = await this.maven.newestDigests(
      project.projectId,
      path,
      path.fileName === METADATA ? RACING_DEPLOYS : 1,
    );
    if (stored.length === 0) {
      throw notFound('Package File');
    }
    if (!stored.some((file) => file[digest] === sent)) {
      throw message(409, '409 Conflict');
    }
  }

  /** The newest file; throws 404. */
  async find(projectIds: readonly number[], { name, version, fileName }: MavenPath): Promise<ServedFile | MadeFile> {
    const address = { packageType: TYPE, nameKey: name, versionKey: version } as const;
    const found =
      version === '' && fileName === METADATA
        ? await this.metadata.find(projectIds, name)
        : await this.downloads.findNewestIn(projectIds, address, fileName);
    if (!found) {
      throw notFound('Package File');
    }
    return found;
  }

  /** Metadata may always be uploaded again (contract: packages §6.3). */
  private async mayRepeat(projectId: number, { name, version }: MavenPath): Promise<boolean> {
    return version === '' || this.duplicates.areAllowed(projectId, TYPE, name, version);
  }
}

/** Throws 400, also for an encoded slash within a segment (contract: packages §4.4). */
export function mavenPathIn(request: HttpRequest): MavenPath {
  const { target, path } = stateOf(request);
  const read = ENCODED_SLASH.test(target) ? null : readMavenPath(path.path ?? '');
  if (!read) {
    throw invalidField('path', IS_INVALID);
  }
  return read;
}

/** Keeps the bytes that pass through; drops them all when they exceed the limit. */
class Beginning {
  private pieces: Uint8Array[] = [];
  private size = 0;

  constructor(private readonly most: number) {}

  get bytes(): Buffer {
    return Buffer.concat(this.pieces);
  }

  async *of(source: ByteSource): AsyncGenerator<Uint8Array> {
    for await (const piece of borrowed(source)) {
      this.size += piece.length;
      this.pieces = this.size > this.most ? [] : [...this.pieces, piece];
      yield piece;
    }
  }
}
