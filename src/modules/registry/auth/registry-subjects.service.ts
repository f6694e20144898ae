import { Injectable } from '@nestjs/common';
import { isBasic, readBasic } from '../../../common/text/basic-login.js';
import { AccessTokenCredential } from '../../../core/credentials/access-token.credential.js';
import type { CredentialHolder, PresentedSecret, UserHolder } from '../../../core/credentials/credential-kind.js';
import { CredentialsService } from '../../../core/credentials/credentials.service.js';
import type { AdmittedKind } from '../../../core/credentials/credentials.service.js';
import { DeployTokenCredential } from '../../../core/credentials/deploy-token.credential.js';
import { JOB_USER_NAMES, JobTokenCredential } from '../../../core/credentials/job-token.credential.js';
import { OauthTokenCredential } from '../../../core/credentials/oauth-token.credential.js';
import { PasswordCredential } from '../../../core/credentials/password.credential.js';
import { DeployTokensRepository } from '../../../core/deploy-tokens/deploy-tokens.repository.js';
import { JobTokensService } from '../../../core/job-tokens/job-tokens.service.js';
import { accessDenied, accessForbidden } from '../registry-errors.js';
import type { RegistryAction } from './access-scope.js';
import { abilitiesOf, ANONYMOUS, credentialRefOf, EVERY_ABILITY } from './registry-subject.js';
import type { RegistrySubject, SubjectRef } from './registry-subject.js';
import { RegistrySubjectsRepository } from './registry-subjects.repository.js';

/** In the order in which they are tried (contract: registry §5). */
const ADMITTED: readonly AdmittedKind<PresentedSecret>[] = [
  { kind: JobTokenCredential, isMeant: ({ username }) => JOB_USER_NAMES.includes(username ?? '') },
  { kind: DeployTokenCredential },
  { kind: AccessTokenCredential },
  { kind: OauthTokenCredential },
  { kind: PasswordCredential },
];

/** Authenticates requests to the registry. */
@Injectable()
export class RegistrySubjectsService {
  constructor(
    private readonly credentials: CredentialsService,
    private readonly subjects: RegistrySubjectsRepository,
    private readonly deployTokens: DeployTokensRepository,
    private readonly jobTokens: JobTokensService,
  ) {}

  /** The subject of an `Authorization` header; anonymous without one. Throws 401 and 403 (contract: registry §5). */
  async byHeader(authorization: string | undefined, address: string): Promise<RegistrySubject> {
    if (authorization === undefined || !isBasic(authorization)) {
      return ANONYMOUS;
    }
    const login = readBasic(authorization);
    const found = login && (await this.credentials.find(ADMITTED, { ...login, address }));
    if (found?.fault !== null) {
      throw accessDenied();
    }
    const subject = subjectOf(found.holder);
    found.noteUse();
    return subject;
  }

  /**
   * The current subject of a token; null if it is gone, or its credential was revoked. The limits of the token are in
   * the token itself.
   */
  async byRef(ref: SubjectRef): Promise<RegistrySubject | null> {
    if (ref.kind === 'user') {
      const account = await this.subjects.findHolder(ref);
      return account && { kind: 'user', account, abilities: EVERY_ABILITY, credential: ref.credential };
    }
    if (ref.kind === 'job') {
      const held = await this.jobTokens.findRunning(ref.id);
      return held?.account
        ? { kind: 'job', account: held.account, jobId: ref.id, projectId: held.job.projectId }
        : null;
    }
    const token = await this.deployTokens.findPresented(ref.id);
    return token?.isLive ? { ...token, kind: 'deploy_token', abilities: abilitiesOf(token.scopes) } : null;
  }
}

/** Throws 403 for a credential without any registry ability. */
function subjectOf(holder: CredentialHolder): RegistrySubject {
  if (holder.kind === 'job') {
    return holder;
  }
  const abilities = holder.kind === 'user' ? abilitiesOfUser(holder) : abilitiesOf(holder.scopes);
  if (abilities.size === 0) {
    throw accessForbidden();
  }
  if (holder.kind === 'deploy_token') {
    return { ...holder, abilities };
  }
  return { kind: 'user', account: holder.account, abilities, credential: credentialRefOf(holder) };
}

/** A password is not limited by scopes. */
function abilitiesOfUser({ credential }: UserHolder): ReadonlySet<RegistryAction> {
  const scopes = credential?.scopes ?? null;
  return scopes === null ? EVERY_ABILITY : abilitiesOf([...scopes]);
}
