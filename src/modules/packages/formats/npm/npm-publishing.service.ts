import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import type { HttpRequest } from '../../../../platform/http/http-types.js';
import { isNameTaken } from '../../files/is-name-taken.js';
import { PackagePublishingService } from '../../files/package-publishing.service.js';
import type { StoredContent } from '../../files/stored-content.js';
import { publisherOf } from '../../protocol/package-call.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { matchesDigests } from './matches-digests.js';
import { NpmDocument } from './npm-document.js';
import type { NpmPublication } from './npm-document.js';
import { invalidPublication, versionExists } from './npm-errors.js';
import { NpmVersionsRepository } from './npm-versions.repository.js';
import type { NpmPackage } from './npm-versions.repository.js';
import { MAX_DOCUMENT_BYTES, receivePublication } from './receive-publication.js';

const TYPE = 'npm';
/**
 * Maximum number of versions that one statement checks: a document with unknown versions is rejected as soon as one
 * statement does not find them all.
 */
const VERSIONS_AT_ONCE = 5000;
/** Base64 has four characters for three bytes. */
const BYTES_PER_CHARACTER = 3 / 4;

/** Publishes and deprecates versions (contract: packages §5.2). */
@Injectable()
export class NpmPublishingService {
  constructor(
    private readonly publishing: PackagePublishingService,
    private readonly versions: NpmVersionsRepository,
    private readonly database: Database,
  ) {}

  /**
   * Publishes if the document has an attachment, otherwise deprecates. Throws 400, and 403 for a version that exists.
   */
  async put(call: PackageCall, name: string, request: HttpRequest): Promise<void> {
    this.refuseTooLarge(request);
    const { document, stored } = await receivePublication(request, {
      store: (source) => this.publishing.receive(TYPE, source),
      drop: (content) => this.publishing.drop(content),
    });
    const of = { projectId: call.project.projectId, name };
    if (stored) {
      await this.publish(call, of, { publication: await this.check(of, document, stored), stored });
      return;
    }
    await this.deprecate(of, NpmDocument.read(document, name));
  }

  /** Called before the body is read; estimates the size of the tarball from the declared length. */
  private refuseTooLarge({ headers }: HttpRequest): void {
    const length = Number(headers['content-length'] ?? 0);
    this.publishing.refuseTooLarge(TYPE, (length - MAX_DOCUMENT_BYTES) * BYTES_PER_CHARACTER);
  }

  private async check(of: NpmPackage, document: Buffer, stored: StoredContent): Promise<NpmPublication> {
    try {
      const publication = NpmDocument.read(document, of.name).publication();
      if (stored.size === 0) {
        throw invalidPublication('The attachment is empty.');
      }
      if (!matchesDigests(publication.claimed, stored)) {
        throw invalidPublication('The attachment does not have these digests.');
      }
      const existing = await this.versions.existing(of, [publication.versionKey]);
      if (existing.size > 0) {
        throw versionExists();
      }
      return publication;
    } catch (error) {
      await this.publishing.drop(stored);
      throw error;
    }
  }

  private async publish(
    call: PackageCall,
    of: NpmPackage,
    { publication, stored }: { readonly publication: NpmPublication; readonly stored: StoredContent },
  ): Promise<void> {
    const { projectId, name } = of;
    const { version, versionKey, fileName } = publication;
    const { creatorId, pipelineId } = publisherOf(call);
    const draft = { projectId, packageType: TYPE, name, nameKey: name, version, versionKey, creatorId } as const;
    const also = async ({ packageId }: { readonly packageId: number }): Promise<void> => {
      await this.versions.insert(packageId, publication);
      await this.versions.moveTags(of, packageId, publication.tags);
    };
    await this.publishing
      .publish({ draft: { ...draft, status: 'default' }, fileName, isSole: true, pipelineId, also }, stored)
      .catch((error: unknown) => {
        throw isNameTaken(error) ? versionExists() : error;
      });
  }

  private async deprecate(of: NpmPackage, document: NpmDocument): Promise<void> {
    const { versionKeys, said } = await document.deprecations();
    for (let at = 0; at < versionKeys.length; at += VERSIONS_AT_ONCE) {
      const keys = versionKeys.slice(at, at + VERSIONS_AT_ONCE);
      const existing = await this.versions.existing(of, keys);
      if (!keys.every((key) => existing.has(key))) {
        throw invalidPublication('The attachment is missing.');
      }
    }
    await this.database.transaction(() => this.versions.deprecate(of, said));
  }
}
