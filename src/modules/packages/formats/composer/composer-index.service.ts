import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LruMap } from '../../../../common/cache/lru-map.js';
import { notFound } from '../../../../common/errors/catalogue.js';
import { Env } from '../../../../platform/config/env.js';
import { framed, rowsOf } from '../../files/document-rows.js';
import { ComposerRepository } from './composer.repository.js';

const OF_VERSION_2 = /^(.+?)(~dev)?\.json$/;
const OF_VERSION_1 = /^(.+)\$([0-9a-f]{64})\.json$/;
const PROVIDERS = /^([0-9a-f]{64})\.json$/;
/** Maximum number of characters of cached lists. */
const KEPT_CHARACTERS = 16 * 1024 * 1024;

/** A JSON text and the digest it is addressed by. */
interface Named {
  readonly text: string;
  readonly sha256: string;
}

/**
 * Serves the documents that composer reads to find packages of a group (contract: packages §5.6). All are JSON texts.
 */
@Injectable()
export class ComposerIndexService {
  private readonly kept = new LruMap<string, Named>(KEPT_CHARACTERS, ({ text }) => text.length);

  constructor(
    private readonly composer: ComposerRepository,
    private readonly env: Env,
  ) {}

  /** Returns the root document; `reference` is the group as written by the client. */
  async root(projectIds: readonly number[], reference: string): Promise<string> {
    const prefix = `${this.env.baseUrl}/api/v4/group/${encodeURIComponent(reference)}/-/packages/composer`;
    const { sha256 } = await this.listed(projectIds);
    return JSON.stringify({
      packages: [],
      'provider-includes': { 'p/%hash%.json': { sha256 } },
      'providers-url': `${prefix}/%package%$%hash%.json`,
      'metadata-url': `${prefix}/p2/%package%.json`,
    });
  }

  /** Returns the list of packages. Throws 404 unless its digest is still the requested one. */
  async providers(projectIds: readonly number[], file: string): Promise<string> {
    const listed = PROVIDERS.test(file) ? await this.listed(projectIds) : null;
    return listed && file === `${listed.sha256}.json` ? listed.text : missing();
  }

  /** Returns the document in generated pieces: releases, or with `~dev` the versions from branches. Throws 404. */
  async versions(projectIds: readonly number[], file: string): Promise<AsyncGenerator<string, undefined>> {
    const [, name, dev] = OF_VERSION_2.exec(file) ?? [];
    const nameKey = name?.toLowerCase();
    const found = nameKey === undefined ? [] : await this.composer.versions(projectIds, nameKey);
    if (nameKey === undefined || found.length === 0) {
      missing();
    }
    const ids = found.filter(({ isDev }) => isDev === (dev !== undefined)).map(({ id }) => id);
    return writeVersions(
      nameKey,
      rowsOf(ids, (some) => this.composer.firstOf(some)),
    );
  }

  /** Returns all versions of a package, for version 1 clients. Throws 404. */
  async document(projectIds: readonly number[], file: string): Promise<string> {
    const [, name, sha256 = ''] = OF_VERSION_1.exec(file) ?? [];
    const found = name === undefined ? null : await this.composer.document(projectIds, name.toLowerCase(), sha256);
    return found ?? missing();
  }

  /**
   * Returns every package with the digest of its document. This requires reading all of them, so the result is cached
   * until one changes.
   */
  private async listed(projectIds: readonly number[]): Promise<Named> {
    const key = sha256Of(`${projectIds.join()} ${await this.composer.stamp(projectIds)}`);
    const known = this.kept.get(key);
    if (known) {
      return known;
    }
    const found = await this.composer.providers(projectIds);
    const text = JSON.stringify({ providers: Object.fromEntries(found.map(({ name, sha256 }) => [name, { sha256 }])) });
    const listed = { text, sha256: sha256Of(text) };
    this.kept.set(key, listed);
    return listed;
  }
}

const writeVersions = (nameKey: string, described: AsyncIterable<readonly { readonly entry: string }[]>) =>
  framed(
    { before: `{"packages": {${JSON.stringify(nameKey)}: [`, separator: ', ', after: ']}}' },
    described,
    ({ entry }) => entry,
  );

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

function missing(): never {
  throw notFound('Package');
}
