import { Injectable } from '@nestjs/common';
import { badRequest, notFound } from '../../../../common/errors/catalogue.js';
import { PackagePublishingService } from '../../files/package-publishing.service.js';
import type { StoredContent } from '../../files/stored-content.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { moduleIn } from './go-module.js';
import type { GoModule } from './go-module.js';
import { GoRevisionsService } from './go-revisions.service.js';
import type { GoRevision } from './go-revisions.service.js';
import { GoRootsService } from './go-roots.service.js';
import { GoUploadsService, mayHave, versionExists } from './go-uploads.service.js';
import type { GoUpload, GoVersionName } from './go-uploads.service.js';
import { inVersionOrder, readPseudoVersion } from './go-versions.js';
import { GolangRepository } from './golang.repository.js';
import type { GoVersionRow } from './golang.repository.js';

const TYPE = 'golang';

/** Modules of a project's repository, for module clients (contract: packages §5.10). */
@Injectable()
export class GolangService {
  constructor(
    private readonly golang: GolangRepository,
    private readonly revisions: GoRevisionsService,
    private readonly roots: GoRootsService,
    private readonly uploads: GoUploadsService,
    private readonly publishing: PackagePublishingService,
  ) {}

  /** Throws 404 for an unknown module. */
  async list({ project }: PackageCall, modulePath: string): Promise<readonly string[]> {
    const module = this.moduleOf(project.fullPath, modulePath);
    const tagged = module && (await this.revisions.versions(project.projectId, module));
    const rows = await this.golang.versions(project.projectId, modulePath);
    const uploaded = rows.filter(({ isUpload }) => isUpload).map(({ version }) => version);
    if (tagged === null && uploaded.length === 0) {
      missing();
    }
    const deleted = deletedIn(rows);
    const versions = new Set([...(tagged ?? []), ...uploaded]);
    return inVersionOrder([...versions].filter((version) => !deleted.has(version)));
  }

  /** Throws 404 for a version that does not belong to the module, or was deleted. */
  async find(call: PackageCall, name: GoVersionName): Promise<GoRevision | GoUpload> {
    const upload = await this.uploads.find(call, name);
    return upload ?? (await this.tagged(call, name)) ?? missing();
  }

  /**
   * Throws 400 for a version that the module cannot have or an archive of another module, and 409 for one that exists.
   */
  async publish(call: PackageCall, name: GoVersionName, source: AsyncIterable<Uint8Array>): Promise<void> {
    if (!mayHave(name) || readPseudoVersion(name.version)) {
      throw badRequest('The version is not one of the module');
    }
    if ((await this.uploads.find(call, name)) ?? (await this.tagged(call, name))) {
      throw versionExists();
    }
    await this.uploads.publish(call, name, source);
  }

  private async tagged({ project }: PackageCall, { modulePath, version }: GoVersionName): Promise<GoRevision | null> {
    const module = this.moduleOf(project.fullPath, modulePath);
    const found = module && (await this.revisions.find(project.projectId, module, version));
    const deleted = deletedIn(await this.golang.versions(project.projectId, modulePath));
    return deleted.has(version) ? null : found;
  }

  /** Creates the archive, passes it to `use`, and discards it. Throws 400 if it is too large. */
  async archive(
    { project }: PackageCall,
    name: GoVersionName,
    revision: GoRevision,
    use: (content: StoredContent) => Promise<void>,
  ): Promise<void> {
    const prefix = `${name.modulePath}@${name.version}`;
    const content = await this.revisions.archive(project.projectId, revision, prefix, (source) =>
      this.publishing.receive(TYPE, source),
    );
    if (!content) {
      missing();
    }
    try {
      await use(content);
    } finally {
      await this.publishing.drop(content);
    }
  }

  private moduleOf(projectPath: string, modulePath: string): GoModule | null {
    return moduleIn(this.roots.of(projectPath), modulePath);
  }
}

const deletedIn = (rows: readonly GoVersionRow[]): ReadonlySet<string> =>
  new Set(rows.filter(({ isDeleted }) => isDeleted).map(({ version }) => version));

function missing(): never {
  throw notFound('Package');
}
