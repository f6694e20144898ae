import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID, notFound } from '../../../../common/errors/catalogue.js';
import { toBoolean } from '../../../../common/params/coerce.js';
import { PackageDownloadsRepository } from '../../files/package-downloads.repository.js';
import type { ServedFile } from '../../files/package-downloads.repository.js';
import { countIn } from '../../protocol/query-texts.js';
import { fileNameOf, idKey, MANIFEST_FILE, PACKAGE_FILE, SYMBOLS_FILE, versionKeyOf } from './nuget-names.js';
import { NugetManifestReader } from './nuget-manifest.reader.js';
import { compareVersions, isPrerelease } from './nuget-version.js';
import { NugetRepository } from './nuget.repository.js';
import type { NugetPackage, NugetSearch } from './nuget.repository.js';

const TYPE = 'nuget';
const DEFAULT_TAKE = 20;
const MAX_TAKE = 100;
const MAX_SKIP = 1_000_000;

/** What a path names. */
export interface NugetPath {
  readonly id: string;
  readonly version: string;
  readonly file: string;
}

/** Answers what clients of NuGet read, of one project or of several (contract: packages §5.5). */
@Injectable()
export class NugetReadsService {
  constructor(
    private readonly packages: NugetRepository,
    private readonly downloads: PackageDownloadsRepository,
    private readonly manifests: NugetManifestReader,
  ) {}

  /** All versions of an id, oldest first. Throws 404 when there is none. */
  async versionsOf(projectIds: readonly number[], id: string): Promise<readonly NugetPackage[]> {
    const versions = inOrder(await this.packages.versions(projectIds, [idKey(id)]));
    if (versions.length === 0) {
      throw notFound('Package');
    }
    return versions;
  }

  /** Throws 404. */
  async version(projectIds: readonly number[], id: string, version: string): Promise<NugetPackage> {
    const versionKey = versionKeyOf(version);
    const [found] = versionKey === null ? [] : await this.packages.versions(projectIds, [idKey(id)], versionKey);
    if (!found) {
      throw notFound('Package');
    }
    return found;
  }

  /** The ids that a search finds, each with its versions, and how many there are in all. Throws 400. */
  async search(projectIds: readonly number[], query: Query) {
    const wanted = searchOf(query);
    const nameKeys = await this.packages.find(projectIds, wanted);
    const versions = await this.packages.versions(projectIds, nameKeys);
    const shown = inOrder(versions).filter(({ version }) => wanted.withPrereleases || !isPrerelease(version));
    return {
      total: await this.packages.count(projectIds, wanted),
      found: nameKeys.map((nameKey) => shown.filter((version) => version.nameKey === nameKey)),
    };
  }

  /** A stored file of a version. Throws 404. */
  async file(projectIds: readonly number[], path: NugetPath): Promise<ServedFile> {
    const keys = keysOf(path);
    const ending = [PACKAGE_FILE, SYMBOLS_FILE].find((known) => path.file.toLowerCase().endsWith(known));
    const name = keys && ending && fileNameOf(keys.nameKey, keys.versionKey, ending);
    const file =
      keys && name && isNamed(path.file, keys, ending)
        ? await this.downloads.findNewestIn(projectIds, { packageType: TYPE, ...keys }, name)
        : null;
    if (!file) {
      throw notFound('Package');
    }
    return file;
  }

  /** The manifest of a version, as it stands in its newest archive. Throws 404. */
  async manifest(projectIds: readonly number[], path: NugetPath): Promise<Buffer> {
    const keys = keysOf(path);
    const name = keys && fileNameOf(keys.nameKey, keys.versionKey, PACKAGE_FILE);
    const archive =
      keys && name && (await this.downloads.findNewestIn(projectIds, { packageType: TYPE, ...keys }, name));
    if (!archive || path.file.toLowerCase() !== `${keys.nameKey}${MANIFEST_FILE}`) {
      throw notFound('Package');
    }
    return this.manifests.nuspecOf(archive);
  }
}

/** Whether a file is called as one of the version, however that is written: `1.0` is `1.0.0` in its name as well. */
function isNamed(file: string, { nameKey, versionKey }: NonNullable<ReturnType<typeof keysOf>>, ending: string) {
  const name = file.toLowerCase();
  const version = name.slice(nameKey.length + 1, -ending.length);
  return name.startsWith(`${nameKey}.`) && name.endsWith(ending) && versionKeyOf(version) === versionKey;
}

function keysOf({ id, version }: NugetPath) {
  const versionKey = versionKeyOf(version);
  return versionKey === null ? null : { nameKey: idKey(id), versionKey };
}

const inOrder = (versions: readonly NugetPackage[]): NugetPackage[] =>
  versions.toSorted((a, b) => compareVersions(a.version, b.version));

/** What a parameter says; empty where there is none. */
type Query = (name: string) => string;

function searchOf(query: Query): NugetSearch {
  return {
    text: query('q').trim(),
    withPrereleases: booleanOf(query, 'prerelease', true),
    skip: countIn(query('skip'), 'skip', { usual: 0, most: MAX_SKIP }),
    take: countIn(query('take'), 'take', { usual: DEFAULT_TAKE, most: MAX_TAKE }),
  };
}

function booleanOf(query: Query, name: string, usual: boolean): boolean {
  const text = query(name);
  const read = text === '' ? { ok: true as const, value: usual } : toBoolean(text);
  if (!read.ok) {
    throw invalidField(name, IS_INVALID);
  }
  return read.value;
}
