import { Inject, Injectable } from '@nestjs/common';
import { isBasic, readBasic } from '../../../common/text/basic-login.js';
import { DeployTokensRepository } from '../../../core/deploy-tokens/deploy-tokens.repository.js';
import { JobTokensService } from '../../../core/job-tokens/job-tokens.service.js';
import { accessDenied } from '../registry-errors.js';
import { BASIC_CREDENTIAL_LIST } from './credentials/basic-credential.js';
import type { BasicCredential } from './credentials/basic-credential.js';
import { abilitiesOf, ANONYMOUS, EVERY_ABILITY } from './registry-subject.js';
import type { RegistrySubject, SubjectRef } from './registry-subject.js';
import { RegistrySubjectsRepository } from './registry-subjects.repository.js';

/** Finds out who deals with the registry. */
@Injectable()
export class RegistrySubjectsService {
  constructor(
    @Inject(BASIC_CREDENTIAL_LIST) private readonly credentials: readonly BasicCredential[],
    private readonly subjects: RegistrySubjectsRepository,
    private readonly deployTokens: DeployTokensRepository,
    private readonly jobTokens: JobTokensService,
  ) {}

  /** Whom an `Authorization` header names; nobody without one. Throws 401 and 403 (contract: registry §5). */
  async byHeader(authorization: string | undefined, address: string): Promise<RegistrySubject> {
    if (authorization === undefined || !isBasic(authorization)) {
      return ANONYMOUS;
    }
    const login = readBasic(authorization);
    for (const credential of login ? this.credentials : []) {
      const subject = login && (await credential.find({ ...login, address }));
      if (subject) {
        return subject;
      }
    }
    throw accessDenied();
  }

  /** The subject of a token as it is now; null when it is gone. What the token was limited to stands in the token. */
  async byRef(ref: SubjectRef): Promise<RegistrySubject | null> {
    if (ref.kind === 'user') {
      const account = await this.subjects.findAccount(ref.id);
      return account && { kind: 'user', account, abilities: EVERY_ABILITY };
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
