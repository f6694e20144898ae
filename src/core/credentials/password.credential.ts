import { Injectable } from '@nestjs/common';
import { PasswordLoginsService } from '../sign-in/password-logins.service.js';
import { stampOf } from '../sign-in/password-stamp.sql.js';
import { CredentialKind, ofAccount } from './credential-kind.js';
import type { FoundCredential, PresentedSecret, UserHolder } from './credential-kind.js';

/** The account's own password, sent by a program; wrong ones count as failed sign-ins (contract: conventions §14). */
@Injectable()
export class PasswordCredential extends CredentialKind<UserHolder> {
  constructor(private readonly logins: PasswordLoginsService) {
    super();
  }

  /**
   * With a second factor, which a program cannot provide, every password is wrong. Throws 429 after too many failures.
   */
  override async find({ secret, username, address }: PresentedSecret): Promise<FoundCredential<UserHolder> | null> {
    const login = await this.logins.attemptByProgram(username ?? '', secret, address);
    if (!login) {
      return null;
    }
    const { account, passwordDigest } = login;
    const passwordStamp = stampOf(passwordDigest ?? '');
    return ofAccount({ kind: 'user', account, credential: null, passwordStamp }, () => undefined);
  }
}
