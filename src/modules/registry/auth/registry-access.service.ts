import { Injectable } from '@nestjs/common';
import { isUsable } from '../../../core/access/account-state.js';
import { Env } from '../../../platform/config/env.js';
import { isImageName } from '../grammar/image-name.js';
import { accessForbidden } from '../registry-errors.js';
import type { AccessScope } from './access-scope.js';
import { ImagePathsRepository } from './image-paths.repository.js';
import { rightsAt } from './registry-rights.js';
import { accountOf } from '../../../core/credentials/account-of.js';
import { refOf } from './registry-subject.js';
import type { RegistrySubject } from './registry-subject.js';
import { RegistryTokens } from './registry-tokens.js';
import type { IssuedRegistryToken } from './registry-tokens.js';

/** Grants those of the requested scopes that the subject may have (contract: registry §5). */
@Injectable()
export class RegistryAccessService {
  constructor(
    private readonly images: ImagePathsRepository,
    private readonly tokens: RegistryTokens,
    private readonly env: Env,
  ) {}

  /** Throws 403 for an anonymous caller that is granted nothing. */
  async issue(subject: RegistrySubject, asked: readonly AccessScope[]): Promise<IssuedRegistryToken> {
    const granted: AccessScope[] = [];
    for (const scope of asked) {
      granted.push(...(await this.grant(subject, scope)));
    }
    if (subject.kind === 'anonymous' && granted.length === 0) {
      throw accessForbidden();
    }
    return this.tokens.issue(refOf(subject), granted);
  }

  private async grant(subject: RegistrySubject, scope: AccessScope): Promise<AccessScope[]> {
    if (scope.type === 'registry') {
      return mayListCatalog(subject) ? [scope] : [];
    }
    if (!isImageName(scope.name, this.env.registryHost)) {
      return [];
    }
    const image = await this.images.find(scope.name, accountOf(subject)?.id ?? 0);
    const rights = image && rightsAt(image, subject);
    const actions = scope.actions.filter((action) => rights?.has(action));
    return actions.length > 0 ? [{ ...scope, actions }] : [];
  }
}

/** Contract: registry §2.2. */
export const mayListCatalog = (subject: RegistrySubject): boolean =>
  subject.kind === 'user' && subject.account.isAdmin && isUsable(subject.account) && subject.abilities.has('*');
