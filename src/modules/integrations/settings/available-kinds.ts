import { Injectable } from '@nestjs/common';
import { unknownRoute } from '../../../common/errors/catalogue.js';
import { Env } from '../../../platform/config/env.js';
import { INTEGRATION_KINDS } from '../kinds/index.js';
import type { IntegrationKind } from '../kinds/kind.js';

/** The kinds that this service offers (contract: integrations §1). */
@Injectable()
export class AvailableKinds {
  readonly all: readonly IntegrationKind[];
  readonly slugs: readonly string[];
  private readonly byName: ReadonlyMap<string, IntegrationKind>;

  constructor(env: Env) {
    this.all = INTEGRATION_KINDS.filter(({ onlyInDevelopment }) => !onlyInDevelopment || env.nodeEnv === 'development');
    this.slugs = this.all.map(({ slug }) => slug);
    this.byName = new Map(this.all.flatMap((kind) => [[kind.alias, kind] as const, [kind.slug, kind] as const]));
  }

  has(name: string): boolean {
    return this.byName.has(name.replaceAll('_', '-'));
  }

  /** Returns the kind with the name or alias in a path. Throws 404 like a route that does not exist. */
  get(name: string | undefined): IntegrationKind {
    const kind = this.byName.get((name ?? '').replaceAll('_', '-'));
    if (!kind) {
      throw unknownRoute();
    }
    return kind;
  }
}
