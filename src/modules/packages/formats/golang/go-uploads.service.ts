import { Injectable } from '@nestjs/common';
import { badRequest, conflict } from '../../../../common/errors/catalogue.js';
import { brokenConstraint } from '../../../../platform/database/database-errors.js';
import { ArchiveError } from '../../archives/archive-error.js';
import { ArchiveReaderService } from '../../archives/archive-reader.service.js';
import { PackageDownloadsRepository } from '../../files/package-downloads.repository.js';
import type { ServedFile } from '../../files/package-downloads.repository.js';
import { PackagePublishingService } from '../../files/package-publishing.service.js';
import type { StoredContent } from '../../files/stored-content.js';
import { publisherOf } from '../../protocol/package-call.js';
import type { PackageCall } from '../../protocol/package-call.js';
import { moduleIn, moduleLineIn } from './go-module.js';
import { hasMajorOf, isGoVersion } from './go-versions.js';
import { GolangRepository } from './golang.repository.js';

const TYPE = 'golang';
const MAX_GO_MOD_BYTES = 1024 * 1024;
const ONE_UPLOAD = 'uq_package_files_sole_name';

/** A version of a module, identified by its path. */
export interface GoVersionName {
  readonly modulePath: string;
  readonly version: string;
}

/** An uploaded version. */
export interface GoUpload {
  readonly file: ServedFile;
  readonly goMod: string;
}

/** Versions of modules that are uploaded instead of tagged (contract: packages §6.6). */
@Injectable()
export class GoUploadsService {
  constructor(
    private readonly golang: GolangRepository,
    private readonly publishing: PackagePublishingService,
    private readonly downloads: PackageDownloadsRepository,
    private readonly archives: ArchiveReaderService,
  ) {}

  refuseTooLarge(length: string | undefined): void {
    this.publishing.refuseTooLarge(TYPE, length === undefined ? null : Number(length));
  }

  /**
   * Stores an archive for an unused version. Throws 400, and 409 for a version that was published in the meantime;
   * nothing is stored then.
   */
  async publish(call: PackageCall, name: GoVersionName, source: AsyncIterable<Uint8Array>): Promise<void> {
    const content = await this.publishing.receive(TYPE, source);
    try {
      const goMod = await this.goModIn(content, name);
      await this.add(call, name, content, goMod);
    } catch (error) {
      await this.publishing.drop(content);
      throw brokenConstraint(error) === ONE_UPLOAD ? versionExists() : error;
    }
  }

  async find({ project }: PackageCall, { modulePath, version }: GoVersionName): Promise<GoUpload | null> {
    const { projectId } = project;
    const address = { projectId, packageType: TYPE, nameKey: modulePath, versionKey: version } as const;
    const file = await this.downloads.findNewest(address, fileNameOf(version));
    return file && { file, goMod: await this.golang.goModOf(file.id) };
  }

  private async add(call: PackageCall, name: GoVersionName, content: StoredContent, goMod: string): Promise<void> {
    const { modulePath, version } = name;
    const { creatorId, pipelineId } = publisherOf(call);
    const keys = { name: modulePath, nameKey: modulePath, version, versionKey: version };
    const draft = {
      projectId: call.project.projectId,
      packageType: TYPE,
      ...keys,
      status: 'default',
      creatorId,
    } as const;
    const publication = { draft, fileName: fileNameOf(version), isSole: true, pipelineId, metadata: { goMod } };
    await this.publishing.publish(publication, content);
  }

  /** Throws 400 unless all entries are below the module's path and version, and `go.mod` contains that path. */
  private async goModIn(content: StoredContent, { modulePath, version }: GoVersionName): Promise<string> {
    const prefix = `${modulePath}@${version}/`;
    const wants = (path: string): boolean => {
      if (!path.startsWith(prefix)) {
        throw new ArchiveError(`Entries must lie under ${prefix}`);
      }
      return path === `${prefix}go.mod`;
    };
    try {
      const [found] = await this.archives.filesOfZip(content, { wants, maxBytes: MAX_GO_MOD_BYTES });
      const goMod = found?.bytes.toString('utf8') ?? '';
      if (moduleLineIn(goMod) !== modulePath || goMod.includes('\0')) {
        throw new ArchiveError('go.mod does not name the module');
      }
      return goMod;
    } catch (error) {
      throw error instanceof ArchiveError ? badRequest(error.message) : error;
    }
  }
}

/** Endings that look like a major version but are not; go rejects such paths. */
const NO_MAJOR = /\/v(?:0\d*|1|[\d.]*\.[\d.]*)$/;
/** The only host whose modules have their major version after a dot, including versions 0 and 1. */
const GOPKG = 'gopkg.in/';
const GOPKG_MAJOR = /\.v(0|[1-9]\d*)(?:-unstable)?$/;

/** Whether a module of that path may have the version. */
export function mayHave({ modulePath, version }: GoVersionName): boolean {
  if (NO_MAJOR.test(modulePath)) {
    return false;
  }
  if (modulePath.startsWith(GOPKG)) {
    const major = GOPKG_MAJOR.exec(modulePath)?.[1];
    return major !== undefined && isGoVersion(version) && hasMajorOf({ major: Number(major) }, version);
  }
  const at = modulePath.indexOf('/');
  const module = at < 0 ? null : moduleIn(modulePath.slice(0, at), modulePath);
  return module !== null && isGoVersion(version) && hasMajorOf(module, version);
}

export const versionExists = () => conflict('version exists');

const fileNameOf = (version: string): string => `${version}.zip`;
