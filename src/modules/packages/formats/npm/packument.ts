import { latestVersion } from './latest-version.js';
import { integrityOf } from './matches-digests.js';
import type { NpmTag, NpmVersion } from './npm-packuments.repository.js';

const LATEST = 'latest';

/** Dist-tags as clients read them; `latest` is always included (contract: packages §5.2). */
export function distTagsOf(tags: readonly NpmTag[], versions: Iterable<string>): ReadonlyMap<string, string> {
  const set = new Map(tags.map(({ name, version }) => [name, version]));
  const latest = set.has(LATEST) ? null : latestVersion(versions);
  return latest === null ? set : set.set(LATEST, latest);
}

/** `"1.0.0":{...}`: the stored manifest with the information about its tarball added. */
export function presentVersion(shown: NpmVersion, name: string, baseUrl: string): string {
  const { projectId, version, manifest, deprecated, fileName, sha1, sha512 } = shown;
  const tarball = `${baseUrl}/api/v4/projects/${projectId}/packages/npm/${name}/-/${encodeURIComponent(fileName)}`;
  const own = {
    ...(deprecated === null ? {} : { deprecated }),
    dist: { shasum: sha1, integrity: integrityOf(sha512), tarball },
  };
  return `${JSON.stringify(version)}:${manifest.slice(0, -1)},${JSON.stringify(own).slice(1)}`;
}

/** Collects when each version was published, and when the package was created and last changed. */
export class PackumentTimes {
  private created = '';
  private modified = '';
  private readonly published = new Map<string, string>();

  add({ version, createdAt, updatedAt }: NpmVersion): void {
    this.published.set(version, createdAt);
    this.created = this.created === '' || createdAt < this.created ? createdAt : this.created;
    this.modified = updatedAt > this.modified ? updatedAt : this.modified;
  }

  versions(): Iterable<string> {
    return this.published.keys();
  }

  toJson(): string {
    return jsonOf([['created', this.created], ['modified', this.modified], ...this.published]);
  }
}

/** Writes an object of texts entry by entry, because names of versions and tags are chosen by users. */
export const jsonOf = (entries: Iterable<readonly [string, string]>): string =>
  `{${[...entries].map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join()}}`;
