import { Injectable } from '@nestjs/common';
import { invalidField, IS_INVALID, notFound } from '../../../../common/errors/catalogue.js';
import { toBoolean } from '../../../../common/params/coerce.js';
import { rowsOf } from '../../files/document-rows.js';
import { PackageDownloadsRepository } from '../../files/package-downloads.repository.js';
import type { ServedFile } from '../../files/package-downloads.repository.js';
import { countIn } from '../../protocol/query-texts.js';
import { fileNameOf, idKey, MANIFEST_FILE, PACKAGE_FILE, SYMBOLS_FILE, versionKeyOf } from './nuget-names.js';
import { NugetManifestReader } from './nuget-manifest.reader.js';
import { isPrerelease, sortByVersion } from './nuget-version.js';
import { NugetRepository } from './nuget.repository.js';
import type { NugetPackage, NugetSearch, NugetVersionName } from './nuget.repository.js';

const TYPE = 'nuget';
const DEFAULT_TAKE = 20;
const MAX_TAKE = 100;
const MAX_SKIP = 1_000_000;

/** The values in a path. */
export interface NugetPath {
  readonly id: string;
  readonly version: string;
  readonly file: string;
}

/** An id found by a search: its newest version, and the names of all versions, oldest first. */
export interface FoundPackage {
  readonly newest: NugetPackage;
  readonly versions: readonly NugetVersionName[];
}

/** Serves the read requests of NuGet clients, for one project or for several (contract: packages §5.5). */
@Injectable()
export class NugetReadsService {
  constructor(
    private readonly packages: NugetRepository,
    private readonly downloads: PackageDownloadsRepository,
    private readonly manifests: NugetManifestReader,
  ) {}

  /** All versions of an id, oldest first. Throws 404 if there are none. */
  async versionsOf(projectIds: readonly number[], id: string): Promise<readonly NugetVersionName[]> {
    const versions = await sortByVersion(await this.packages.versions(projectIds, [idKey(id)]));
    if (versions.length === 0) {
      throw notFound('Package');
    }
    return versions;
  }

  /** Throws 404. */
  async version(projectIds: readonly number[], id: string, version: string): Promise<NugetPackage> {
    const versionKey = versionKeyOf(version);
    const found = versionKey === null ? null : await this.packages.findVersion(projectIds, idKey(id), versionKey);
    if (!found) {
      throw notFound('Package');
    }
    return found;
  }

  /** Yields the descriptions of these versions in the given order, a batch at a time. */
  describe(versions: readonly NugetVersionName[]): AsyncGenerator<readonly NugetPackage[], undefined> {
    return rowsOf(
      versions.map(({ id }) => id),
      (ids) => this.packages.firstOf(ids),
    );
  }

  /** The ids that a search finds, each with its versions, and the total number of ids. Throws 400. */
  async search(projectIds: readonly number[], query: Query): Promise<{ total: number; found: FoundPackage[] }> {
    const wanted = searchOf(query);
    const nameKeys = await this.packages.find(projectIds, wanted);
    const versions = new Map(nameKeys.map((nameKey): [string, NugetVersionName[]] => [nameKey, []]));
    for (const version of await this.shown(projectIds, nameKeys, wanted)) {
      versions.get(version.nameKey)?.push(version);
    }
    const newest = await this.packages.found([...versions.values()].flatMap((known) => known.at(-1)?.id ?? []));
    const found = nameKeys.flatMap((nameKey) => {
      const shown = newest.find((version) => version.nameKey === nameKey);
      return shown ? [{ newest: shown, versions: versions.get(nameKey) ?? [] }] : [];
    });
    return { total: await this.packages.count(projectIds, wanted), found };
  }

  private async shown(projectIds: readonly number[], nameKeys: readonly string[], { withPrereleases }: NugetSearch) {
    const versions = await this.packages.versions(projectIds, nameKeys);
    return sortByVersion(versions.filter(({ version }) => withPrereleases || !isPrerelease(version)));
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

  /** The manifest of a version from its newest archive. Throws 404. */
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

/** Whether a file name belongs to the version, in any notation: in a file name, `1.0` equals `1.0.0`, too. */
function isNamed(file: string, { nameKey, versionKey }: NonNullable<ReturnType<typeof keysOf>>, ending: string) {
  const name = file.toLowerCase();
  const version = name.slice(nameKey.length + 1, -ending.length);
  return name.startsWith(`${nameKey}.`) && name.endsWith(ending) && versionKeyOf(version) === versionKey;
}

function keysOf({ id, version }: NugetPath) {
  const versionKey = versionKeyOf(version);
  return versionKey === null ? null : { nameKey: idKey(id), versionKey };
}

/** Returns the value of a parameter; empty if it is absent. */
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
