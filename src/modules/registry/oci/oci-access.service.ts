import { Injectable } from '@nestjs/common';
import { Clock } from '../../../common/time/clock.js';
import { bearerToken } from '../../../common/text/bearer-token.js';
import { HOUR_SECONDS } from '../../../common/time/units.js';
import { Env } from '../../../platform/config/env.js';
import type { RegistryAction } from '../auth/access-scope.js';
import type { ImagePath } from '../auth/image-path.js';
import { ImagePathsRepository } from '../auth/image-paths.repository.js';
import { mayListCatalog } from '../auth/registry-access.service.js';
import { rightsAt } from '../auth/registry-rights.js';
import { accountOf } from '../../../core/credentials/account-of.js';
import { ANONYMOUS } from '../auth/registry-subject.js';
import type { RegistrySubject, SubjectRef } from '../auth/registry-subject.js';
import { RegistrySubjectsService } from '../auth/registry-subjects.service.js';
import { covers, coversCatalog, RegistryTokens } from '../auth/registry-tokens.js';
import type { RegistryToken } from '../auth/registry-tokens.js';
import { isImageName } from '../grammar/image-name.js';
import { nameInvalid } from '../registry-errors.js';
import { actionsOf, Challenge, scopeText } from './oci-challenge.js';
import type { RepositoryRight } from './oci-challenge.js';
import type { OciCall } from './oci-call.js';

/** How long after its expiry a token may still finish a push (contract: registry §9.7). */
const LATE_SECONDS = 12 * HOUR_SECONDS;

interface WantedAccess {
  readonly name: string;
  readonly right: RepositoryRight;
  readonly late: boolean;
  /** Another repository that the client wants to read from, for the challenge. */
  readonly from: string | null;
}

interface AuthorizedAccess {
  readonly image: ImagePath;
  readonly subject: RegistrySubject;
}

/** Authorizes requests to `/v2`. Missing rights are 401, never 403 (contract: registry §6). */
@Injectable()
export class OciAccessService {
  constructor(
    private readonly tokens: RegistryTokens,
    private readonly subjects: RegistrySubjectsService,
    private readonly images: ImagePathsRepository,
    private readonly env: Env,
    private readonly clock: Clock,
  ) {}

  /** Throws 401 without a valid token; any valid token is sufficient. */
  async admitLogin(authorization: string | undefined): Promise<void> {
    await this.liveToken(authorization, this.challenge([]));
  }

  async admitToCatalog(authorization: string | undefined): Promise<void> {
    const challenge = this.challenge(['registry:catalog:*']);
    const token = await this.liveToken(authorization, challenge);
    const subject = coversCatalog(token) ? await this.subjectOf(token.subject) : null;
    if (!subject || !mayListCatalog(subject)) {
      throw challenge.insufficientScope();
    }
  }

  async authorize(authorization: string | undefined, { name, right, late, from }: WantedAccess): Promise<OciCall> {
    if (!isImageName(name, this.env.registryHost)) {
      throw nameInvalid(name);
    }
    const source = from !== null && isImageName(from, this.env.registryHost) ? [scopeText(from, 'pull')] : [];
    const challenge = this.challenge([scopeText(name, right), ...source]);
    const token = await this.token(authorization, challenge);
    const secondsLate = this.clock.millis() / 1000 - token.expiresAt;
    if (secondsLate >= (late ? LATE_SECONDS : 0)) {
      throw challenge.invalidToken();
    }
    const admitted = await this.evaluate(token, name, actionsOf(right));
    if (!admitted) {
      throw challenge.insufficientScope();
    }
    return { ...admitted, name, token, expired: secondsLate >= 0 ? challenge.invalidToken() : null };
  }

  /** For a push that was authorized long ago. Throws 401 unless its project and rights are still the same. */
  async refuseLate({ name, token, image }: OciCall): Promise<void> {
    const present = await this.evaluate(token, name, actionsOf('push'));
    if (present?.image.projectId !== image.projectId) {
      throw this.challenge([scopeText(name, 'push')]).insufficientScope();
    }
  }

  /**
   * Returns the image path of the name, if the token grants one of the actions and its subject still has that right:
   * rights are checked again on every call (contract: registry §3.1).
   */
  async evaluate(
    token: RegistryToken,
    name: string,
    actions: readonly RegistryAction[],
  ): Promise<AuthorizedAccess | null> {
    const named = actions.filter((action) => covers(token, name, action));
    if (named.length === 0) {
      return null;
    }
    const userId = await this.userIdOf(token.subject);
    const [subject, image] = await Promise.all([this.subjectOf(token.subject), this.images.find(name, userId)]);
    const rights = subject && image && rightsAt(image, subject);
    return rights && named.some((action) => rights.has(action)) ? { image, subject } : null;
  }

  private async liveToken(authorization: string | undefined, challenge: Challenge): Promise<RegistryToken> {
    const token = await this.token(authorization, challenge);
    if (this.clock.millis() / 1000 >= token.expiresAt) {
      throw challenge.invalidToken();
    }
    return token;
  }

  private async token(authorization: string | undefined, challenge: Challenge): Promise<RegistryToken> {
    const bearer = bearerToken(authorization);
    if (bearer === undefined) {
      throw challenge.missing();
    }
    const token = await this.tokens.read(bearer);
    if (!token) {
      throw challenge.invalidToken();
    }
    return token;
  }

  /** The id of the user whose memberships count; 0 if there is none. */
  private async userIdOf(ref: SubjectRef | null): Promise<number> {
    if (ref?.kind === 'job') {
      const subject = await this.subjectOf(ref);
      return subject ? (accountOf(subject)?.id ?? 0) : 0;
    }
    return ref?.kind === 'user' ? ref.id : 0;
  }

  private subjectOf(ref: SubjectRef | null): Promise<RegistrySubject | null> {
    return ref ? this.subjects.byRef(ref) : Promise.resolve(ANONYMOUS);
  }

  private challenge(scopes: readonly string[]): Challenge {
    return new Challenge(this.env.baseUrl, scopes);
  }
}
