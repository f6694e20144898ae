import { Injectable } from '@nestjs/common';
import { badRequest, conflict, notFound, unprocessable } from '../../../../common/errors/catalogue.js';
import { ArchiveError } from '../../archives/archive-error.js';
import { ArchiveReaderService } from '../../archives/archive-reader.service.js';
import { PackageDownloadsRepository } from '../../files/package-downloads.repository.js';
import type { ServedFile } from '../../files/package-downloads.repository.js';
import { PackagePublishingService } from '../../files/package-publishing.service.js';
import type { StoredContent } from '../../files/stored-content.js';
import { publisherOf } from '../../protocol/package-call.js';
import type { PackageCall } from '../../protocol/package-call.js';
import type { RefName } from '../../../../platform/git/ref-names.js';
import { MANIFEST, MAX_MANIFEST_BYTES, readManifest } from './composer-manifest.js';
import type { ComposerManifest } from './composer-manifest.js';
import { ComposerRefsService } from './composer-refs.service.js';
import { isComposerVersion } from './composer-versions.js';
import { ComposerRepository } from './composer.repository.js';
import type { ComposerSource } from './composer.repository.js';

const TYPE = 'composer';

interface Release extends ComposerSource {
  readonly manifest: ComposerManifest;
  readonly version: string;
}

/** Composer packages from branches, tags and uploads (contract: packages §5.6, §6.6). */
@Injectable()
export class ComposerService {
  constructor(
    private readonly refs: ComposerRefsService,
    private readonly composer: ComposerRepository,
    private readonly publishing: PackagePublishingService,
    private readonly downloads: PackageDownloadsRepository,
    private readonly archives: ArchiveReaderService,
  ) {}

  /** Publishes the content of a branch or tag; a version that is already published moves there. Throws 404, 422. */
  async publishRef(call: PackageCall, ref: RefName): Promise<void> {
    const { projectId } = call.project;
    const found = await this.refs.find(projectId, ref);
    const content = await this.refs.archive(projectId, found, (source) => this.publishing.receive(TYPE, source));
    await this.publish(call, { ...found, reference: found.commitId, isCommit: true }, content);
  }

  receive(source: AsyncIterable<Uint8Array>): Promise<StoredContent> {
    return this.publishing.receive(TYPE, source);
  }

  refuseTooLarge(length: string | undefined): void {
    this.publishing.refuseTooLargeForm(TYPE, length);
  }

  /** Publishes an uploaded archive. Throws 400, 409 and 422; nothing is stored then. */
  async publishArchive(call: PackageCall, content: StoredContent, sentVersion: string | undefined): Promise<void> {
    try {
      const manifest = await this.manifestIn(content);
      const version = versionOf(sentVersion, manifest);
      if (!isComposerVersion(version)) {
        throw badRequest('version is not given or is invalid');
      }
      if (await this.composer.isTaken(call.project.projectId, keyOf(manifest.name), keyOf(version))) {
        throw versionExists();
      }
      await this.publish(call, { manifest, version, reference: content.sha1, isCommit: false }, content);
    } catch (error) {
      await this.publishing.drop(content);
      throw error;
    }
  }

  /** Throws 404. */
  async findArchive(call: PackageCall, name: string, reference: string): Promise<ServedFile> {
    const { projectId } = call.project;
    const [nameKey, fileName] = [keyOf(name), fileNameOf(name, reference)];
    const versionKey = await this.composer.findArchive(projectId, nameKey, fileName);
    const found =
      versionKey === null
        ? null
        : await this.downloads.findNewest({ projectId, packageType: TYPE, nameKey, versionKey }, fileName);
    if (!found) {
      throw notFound('Package');
    }
    return found;
  }

  private async publish(
    call: PackageCall,
    { manifest, version, reference, isCommit }: Release,
    content: StoredContent,
  ) {
    const { projectId } = call.project;
    const { name } = manifest;
    const { creatorId, pipelineId } = publisherOf(call);
    const keys = { nameKey: keyOf(name), versionKey: keyOf(version) };
    const draft = { projectId, packageType: TYPE, name, version, ...keys, status: 'default', creatorId } as const;
    const fileName = fileNameOf(name, reference);
    const also = async ({ packageId, fileId }: { readonly packageId: number; readonly fileId: number }) => {
      if (!isCommit && (await this.composer.holdsOthers(packageId, fileId))) {
        throw versionExists(); // of parallel uploads, the first one gets the version
      }
      await this.composer.describe(packageId, manifest, { reference, isCommit });
    };
    await this.publishing.publish({ draft, fileName, isSole: false, pipelineId, also }, content);
  }

  private async manifestIn(content: StoredContent): Promise<ComposerManifest> {
    try {
      const files = await this.archives.filesOfZip(content, { wants: isManifest, maxBytes: MAX_MANIFEST_BYTES });
      const found = files.find(({ path }) => path === MANIFEST) ?? files[0];
      if (found && found.path !== MANIFEST && files.length > 1) {
        throw unprocessable(`Several folders have a ${MANIFEST}`);
      }
      return readManifest(found?.bytes ?? null);
    } catch (error) {
      throw error instanceof ArchiveError ? badRequest('The archive cannot be read') : error;
    }
  }
}

/** The version from the form, otherwise from the manifest; an empty text counts as absent. */
const versionOf = (sent = '', { version = '' }: ComposerManifest): string =>
  (sent === '' ? version : sent).replace(/^v(?=\d)/, '');

const versionExists = () => conflict('version exists');

const isManifest = (path: string): boolean => path === MANIFEST || /^[^/]+\/composer\.json$/.test(path);

/** Composer compares names and versions case-insensitively. */
const keyOf = (text: string): string => text.toLowerCase();

const fileNameOf = (name: string, reference: string): string =>
  `${keyOf(name).replaceAll('/', '-')}-${reference.toLowerCase()}.zip`;
