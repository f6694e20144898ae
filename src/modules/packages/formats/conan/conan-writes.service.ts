import { buffer as collect } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID, notFound } from '../../../../common/errors/catalogue.js';
import { strongEtag } from '../../../../common/conditional/etag.js';
import { AuditService } from '../../../../core/audit/audit.service.js';
import { BlobStore } from '../../../../platform/blob/blob-store.js';
import { Database } from '../../../../platform/database/database.js';
import type { HttpRequest } from '../../../../platform/http/http-types.js';
import type { ServedFile } from '../../files/package-downloads.repository.js';
import { PackagePublishingService } from '../../files/package-publishing.service.js';
import type { Publication } from '../../files/package-publishing.service.js';
import type { StoredContent } from '../../files/stored-content.js';
import { PackageDeletionService } from '../../management/package-deletion.service.js';
import { auditAuthorOf, auditedPackageProject } from '../../protocol/audit-author-of.js';
import { publisherOf } from '../../protocol/package-call.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { expectedBy, fileExpectedBy } from '../../protocol/expected-by.js';
import { presentDigests } from './conan-documents.js';
import { ConanRepository } from './conan.repository.js';
import { readConanInfo } from './read-conan-info.js';
import { INFO_FILE, isFileOf, recipeName } from './recipe.js';
import type { ConanTarget, Recipe } from './recipe.js';

const TYPE = 'conan';
/** Larger info files are stored, but searches do not see their content. */
const MAX_INFO_BYTES = 64 * 1024;

/** Which files to delete: those of binary packages (all of them if none is named), or those of the recipe. */
export type DeletedFiles = { readonly refs: readonly string[] } | { readonly names: readonly string[] };

/** Publishes and deletes recipes and binary packages of conan (contract: packages §5.7). */
@Injectable()
export class ConanWritesService {
  constructor(
    private readonly publishing: PackagePublishingService,
    private readonly packages: ConanRepository,
    private readonly deletion: PackageDeletionService,
    private readonly audit: AuditService,
    private readonly store: BlobStore,
    private readonly database: Database,
  ) {}

  /** Stores the body as a file; returns false for an empty body, which is not stored. Throws 400. */
  async upload(call: PackageCall, target: ConanTarget, fileName: string, request: HttpRequest): Promise<boolean> {
    refuseUnknown(target, fileName);
    const { 'content-length': length } = request.headers;
    this.publishing.refuseTooLarge(TYPE, length === undefined ? null : Number(length));
    const content = await this.publishing.receive(TYPE, request).catch((error: unknown) => {
      request.resume(); // so that the refusal can still be read on this connection
      throw error;
    });
    if (content.size === 0) {
      await this.publishing.drop(content);
      return false;
    }
    const metadata = await this.describe(target, fileName, content);
    const isExpected = fileExpectedBy(request, () => this.file(call, target, fileName));
    await this.publishing.publish({ ...publicationOf(call, target, fileName, metadata), isExpected }, content);
    return true;
  }

  /**
   * Creates a file from bytes that the project already has; returns false if it has none with that digest. Throws 400.
   */
  async link(call: PackageCall, target: ConanTarget, fileName: string, request: HttpRequest): Promise<boolean> {
    refuseUnknown(target, fileName);
    const sha1 = String(request.headers['x-checksum-sha1']);
    const isExpected = fileExpectedBy(request, () => this.file(call, target, fileName));
    return this.database.transaction(async () => {
      const content = await this.packages.lockContent(call.project.projectId, sha1.toLowerCase());
      if (!content) {
        return false;
      }
      const metadata = await this.describe(target, fileName, content);
      await this.publishing.publish({ ...publicationOf(call, target, fileName, metadata), isExpected }, content);
      return true;
    });
  }

  /** Throws 404, 412. */
  async delete(call: PackageCall, recipe: Recipe, request: HttpRequest): Promise<void> {
    const id = await this.find(call, recipe);
    const isExpected = async (updatedAt: string): Promise<boolean> => {
      const files = await this.packages.files(call.project.projectId, { ...recipe, ref: null });
      return expectedBy(request, strongEtag(JSON.stringify(presentDigests(files))))(updatedAt);
    };
    const [project, author] = [auditedPackageProject(call.project), auditAuthorOf(call, request)];
    await this.deletion.deleteExpected(project, id, author, isExpected);
  }

  /** Throws 404 for an unknown recipe, but not for unknown files. */
  async deleteFiles(call: PackageCall, recipe: Recipe, files: DeletedFiles, request: HttpRequest): Promise<void> {
    const id = await this.find(call, recipe);
    await this.database.transaction(async (tx) => {
      const deleted =
        'refs' in files
          ? await this.packages.deleteBinaries(id, files.refs)
          : await this.packages.deleteRecipeFiles(id, files.names);
      if (deleted > 0) {
        const target = { id, type: 'Package', details: recipeName(recipe) };
        const [by, project] = [auditAuthorOf(call, request), auditedPackageProject(call.project)];
        await this.audit.record(tx, by, project, target, { remove: 'package_files' });
      }
    });
  }

  private async find({ project }: PackageCall, recipe: Recipe): Promise<number> {
    const id = await this.packages.findPackage(project.projectId, recipe);
    if (id === null) {
      throw notFound('Package');
    }
    return id;
  }

  private async file({ project }: PackageCall, target: ConanTarget, fileName: string): Promise<ServedFile | null> {
    const files = await this.packages.files(project.projectId, target);
    return files.find((file) => file.fileName === fileName) ?? null;
  }

  /** Metadata that searches and lists read about the file. */
  private async describe({ ref }: ConanTarget, fileName: string, { storeKey, size }: StoredContent) {
    if (ref === null) {
      return {};
    }
    if (fileName !== INFO_FILE) {
      return { ref };
    }
    const isReadable = size > 0 && size <= MAX_INFO_BYTES;
    const text = isReadable ? (await collect(await this.store.get(storeKey))).toString('utf8') : '';
    return { ref, info: readConanInfo(text) };
  }
}

function refuseUnknown(target: ConanTarget, fileName: string): void {
  if (!isFileOf(target, fileName)) {
    throw invalidField('file_name', IS_INVALID);
  }
}

function publicationOf(
  call: PackageCall,
  target: ConanTarget,
  fileName: string,
  metadata: Readonly<Record<string, unknown>>,
): Publication {
  const { creatorId, pipelineId } = publisherOf(call);
  const [name, { version }] = [recipeName(target), target];
  const keys = { name, nameKey: name, version, versionKey: version };
  const draft = {
    ...keys,
    projectId: call.project.projectId,
    packageType: TYPE,
    status: 'default',
    creatorId,
  } as const;
  return { draft, fileName, isSole: false, pipelineId, metadata };
}
