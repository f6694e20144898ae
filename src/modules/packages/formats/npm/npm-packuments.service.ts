import { Injectable } from '@nestjs/common';
import { weakEtag } from '../../../../common/conditional/etag.js';
import { Env } from '../../../../platform/config/env.js';
import type { PiecedDocument } from '../../files/package-documents.service.js';
import { unknownPackage } from './npm-errors.js';
import { NpmPackumentsRepository } from './npm-packuments.repository.js';
import type { NpmLookup, NpmVersion } from './npm-packuments.repository.js';
import { distTagsOf, jsonOf, PackumentTimes, presentVersion } from './packument.js';

const JSON_TYPE = 'application/json; charset=utf-8';
/** Maximum number of versions held in memory at once, and the maximum total size of their manifests. */
const VERSIONS_AT_ONCE = 128;
const BYTES_AT_ONCE = 1024 * 1024;

/** The document that clients install from: all versions of a package (contract: packages §5.2). */
@Injectable()
export class NpmPackumentsService {
  constructor(
    private readonly packuments: NpmPackumentsRepository,
    private readonly env: Env,
  ) {}

  /** Throws 404. */
  async open(of: NpmLookup): Promise<PiecedDocument> {
    const etag = await this.etag(of);
    const isCurrent = async (): Promise<boolean> => (await this.etag(of)) === etag;
    return { type: JSON_TYPE, etag, pieces: () => this.pieces(of), isCurrent };
  }

  /** Returns the ETag, which is cheaper than the document. Throws 404. */
  private async etag(of: NpmLookup): Promise<string> {
    const { versions, stamp } = await this.packuments.state(of);
    if (versions === 0) {
      throw unknownPackage();
    }
    return weakEtag(`npm ${this.env.baseUrl} ${of.projectIds.join()} ${of.name} ${stamp}`);
  }

  /** Yields the document a few versions at a time, so that memory use does not grow with their number. */
  private async *pieces(of: NpmLookup): AsyncGenerator<string, undefined> {
    const times = new PackumentTimes();
    let text = `{"_id":${JSON.stringify(of.name)},"name":${JSON.stringify(of.name)},"versions":{`;
    let separator = '';
    for await (const batch of this.batches(of)) {
      for (const version of batch) {
        times.add(version);
        text += separator + presentVersion(version, of.name, this.env.baseUrl);
        separator = ',';
      }
      yield text;
      text = '';
    }
    yield `${text}},"time":${times.toJson()},${await this.ending(of, times)}}`;
  }

  /** Throws 404. */
  async distTags(of: NpmLookup): Promise<ReadonlyMap<string, string>> {
    const [tags, versions] = await Promise.all([this.packuments.tags(of), this.packuments.versionNames(of)]);
    if (versions.length === 0) {
      throw unknownPackage();
    }
    return distTagsOf(tags, versions);
  }

  private async ending(of: NpmLookup, times: PackumentTimes): Promise<string> {
    const tags = distTagsOf(await this.packuments.tags(of), times.versions());
    const readme = await this.packuments.readme(of, tags.get('latest') ?? '');
    return `"dist-tags":${jsonOf(tags)}${readme === null ? '' : `,"readme":${readme}`}`;
  }

  private async *batches(of: NpmLookup): AsyncGenerator<readonly NpmVersion[]> {
    let after = '';
    for (;;) {
      const batch = await this.packuments.versions(of, after, VERSIONS_AT_ONCE, BYTES_AT_ONCE);
      yield batch;
      const last = batch.at(-1);
      if (!last || (last.found === batch.length && last.found < VERSIONS_AT_ONCE)) {
        return;
      }
      after = last.versionKey;
    }
  }
}
