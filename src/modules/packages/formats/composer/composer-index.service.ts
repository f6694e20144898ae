import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { notFound } from '../../../../common/errors/catalogue.js';
import { Env } from '../../../../platform/config/env.js';
import { ComposerRepository } from './composer.repository.js';

const OF_VERSION_2 = /^(.+?)(~dev)?\.json$/;
const OF_VERSION_1 = /^(.+)\$([0-9a-f]{64})\.json$/;
const PROVIDERS = /^([0-9a-f]{64})\.json$/;

/** What clients of composer read to find packages of a group (contract: packages §5.6). All answers are JSON texts. */
@Injectable()
export class ComposerIndexService {
  constructor(
    private readonly composer: ComposerRepository,
    private readonly env: Env,
  ) {}

  /** `reference` is the group as the client names it. */
  async root(projectIds: readonly number[], reference: string): Promise<string> {
    const prefix = `${this.env.baseUrl}/api/v4/group/${encodeURIComponent(reference)}/-/packages/composer`;
    return JSON.stringify({
      packages: [],
      'provider-includes': { 'p/%hash%.json': { sha256: sha256Of(await this.providersText(projectIds)) } },
      'providers-url': `${prefix}/%package%$%hash%.json`,
      'metadata-url': `${prefix}/p2/%package%.json`,
    });
  }

  /** Throws 404 unless the packages are still those of this digest. */
  async providers(projectIds: readonly number[], file: string): Promise<string> {
    const text = PROVIDERS.test(file) ? await this.providersText(projectIds) : '';
    return file === `${sha256Of(text)}.json` ? text : missing();
  }

  /** Releases, or with `~dev` what branches hold. Throws 404. */
  async versions(projectIds: readonly number[], file: string): Promise<string> {
    const [, name, dev] = OF_VERSION_2.exec(file) ?? [];
    const found =
      name === undefined ? null : await this.composer.versions(projectIds, name.toLowerCase(), dev !== undefined);
    return found ?? missing();
  }

  /** All versions, for clients of version 1. Throws 404. */
  async document(projectIds: readonly number[], file: string): Promise<string> {
    const [, name, sha256 = ''] = OF_VERSION_1.exec(file) ?? [];
    const found = name === undefined ? null : await this.composer.document(projectIds, name.toLowerCase(), sha256);
    return found ?? missing();
  }

  private async providersText(projectIds: readonly number[]): Promise<string> {
    const found = await this.composer.providers(projectIds);
    return JSON.stringify({ providers: Object.fromEntries(found.map(({ name, sha256 }) => [name, { sha256 }])) });
  }
}

const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex');

function missing(): never {
  throw notFound('Package');
}
