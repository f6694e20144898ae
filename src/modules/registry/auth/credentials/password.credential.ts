import { Injectable } from '@nestjs/common';
import { PasswordLoginsService } from '../../../../core/sign-in/password-logins.service.js';
import { accessDenied } from '../../registry-errors.js';
import { isUsable } from '../registry-rights.js';
import { EVERY_ABILITY } from '../registry-subject.js';
import type { RegistrySubject } from '../registry-subject.js';
import { BasicCredential } from './basic-credential.js';
import type { BasicLogin } from './basic-credential.js';

/** The account's own password, the last kind that is tried: wrong ones count as failed log-ins. */
@Injectable()
export class PasswordCredential extends BasicCredential {
  constructor(private readonly logins: PasswordLoginsService) {
    super();
  }

  /** Not with a second factor: a program cannot show it (contract: registry §5). */
  override async find({ username, secret, address }: BasicLogin): Promise<RegistrySubject | null> {
    const login = await this.logins.attemptByProgram(username, secret, address);
    if (!login || !isUsable(login.account)) {
      throw accessDenied();
    }
    return { kind: 'user', account: login.account, abilities: EVERY_ABILITY };
  }
}
