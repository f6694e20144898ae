import { Injectable } from '@nestjs/common';
import { SessionsRepository } from '../sessions/sessions.repository.js';
import { CredentialKind, ofAccount } from './credential-kind.js';
import type { FoundCredential, PresentedSecret, UserHolder } from './credential-kind.js';

/** A browser session, identified by the value of its cookie (contract: conventions §6.4). */
@Injectable()
export class SessionCredential extends CredentialKind<UserHolder> {
  constructor(private readonly sessions: SessionsRepository) {
    super();
  }

  override async find({ secret, address }: PresentedSecret): Promise<FoundCredential<UserHolder> | null> {
    const session = await this.sessions.find(secret);
    if (session?.account?.state !== 'active') {
      return null; // an ended session is not a credential
    }
    const { account, id, isDueForNote } = session;
    return ofAccount(
      { kind: 'user', account, credential: { kind: 'session', id, expiresAt: null, scopes: null } },
      () => {
        if (isDueForNote) {
          this.sessions.noteUse(id, { address, userAgent: null });
        }
      },
    );
  }
}
