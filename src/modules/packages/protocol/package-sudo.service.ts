import { Injectable } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import { Caller } from '../../../core/access/caller.js';
import type { Credential } from '../../../core/access/caller.js';
import { header } from '../../../core/access/request-credentials.js';
import { SudoAudit } from '../../../core/access/sudo-audit.js';
import { SudoService } from '../../../core/access/sudo.service.js';
import type { HttpRequest, HttpResponse } from '../../../platform/http/http-types.js';
import { clientAddressOf, stateOf } from '../../../platform/http/request-state.js';
import { packageLoginNeeded } from '../access/package-errors.js';
import { isAudited } from './audit-author-of.js';
import { beforeEnd } from './before-end.js';
import { findCall } from './package-call.js';
import type { PackageSubject, UserSubject } from './package-subject.js';
import { queryTexts } from './query-texts.js';

/** Represents a password or a job token, which scopes do not limit; neither may use sudo. */
const UNLIMITED: Credential = { kind: 'session', id: 0, scopes: null, expiresAt: null };

/** Lets administrators act as other users in package protocols, too (contract: conventions §7). */
@Injectable()
export class PackageSudoService {
  constructor(
    private readonly sudo: SudoService,
    private readonly audit: SudoAudit,
  ) {}

  /** Returns the subject acting as the user that `wanted` identifies by id or user name. Throws 401, 403 and 404. */
  async acting(subject: PackageSubject, wanted: string | undefined, address: string): Promise<PackageSubject> {
    if (wanted === undefined) {
      return subject;
    }
    const caller = callerOf(subject, address);
    const { account, sudoBy } = await this.sudo.actingAs(caller, wanted);
    return account && sudoBy ? { kind: 'user', account, credential: caller.credential, sudoBy } : subject;
  }

  /**
   * Audits a write under sudo before the client gets its response, because handlers of protocols use transactions of
   * their own. Refused requests are not audited, nor are writes whose own audit events name both users.
   */
  noteBeforeEnd(request: HttpRequest, response: HttpResponse, subject: PackageSubject): void {
    if (subject.kind !== 'user' || !subject.sudoBy) {
      return;
    }
    const caller = actingCallerOf(subject, clientAddressOf(request));
    beforeEnd(response, async () => {
      if (!isAudited(request)) {
        const project = findCall(request)?.project;
        const target = project && { projectId: project.projectId };
        const rules = { allow: { on: 'instance' } };
        await this.audit.recordChange({ caller, request, state: stateOf(request), rules, target });
      }
    });
  }
}

/** The user that the request names for sudo, in the query or otherwise the header; undefined if there is none. */
export const sudoIn = (request: HttpRequest): string | undefined =>
  [queryTexts(request).get('sudo'), header(request, 'sudo')].find((value) => value?.trim());

/** Throws 401 for an anonymous client, and 403 for a deploy token, which is not a user. */
function callerOf(subject: PackageSubject, address: string): Caller {
  switch (subject.kind) {
    case 'anonymous':
      throw packageLoginNeeded();
    case 'deploy_token':
      throw forbidden('Must be admin to use sudo');
    case 'job':
      return Caller.signedIn(subject.account, UNLIMITED, address);
    case 'user':
      return Caller.signedIn(subject.account, subject.credential ?? UNLIMITED, address);
  }
}

function actingCallerOf({ account, credential, sudoBy }: UserSubject, address: string): Caller {
  const caller = Caller.signedIn(sudoBy ?? account, credential ?? UNLIMITED, address);
  return sudoBy ? caller.actingAs(account) : caller;
}
