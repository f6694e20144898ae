import { Injectable } from '@nestjs/common';

/** Whether the account has a confirmed second factor. */
export type SecondFactorQuestion = (userId: number) => Promise<boolean>;

/**
 * Accounts with a second factor: their password alone opens nothing but the sign-in page, neither the registry, nor
 * git, nor the password grant (contract: registry §5, git §5.2, OAuth §5.3). Whoever keeps second factors tells.
 */
@Injectable()
export class SecondFactors {
  private question: SecondFactorQuestion = () => Promise.resolve(false);

  /** Called when the program starts. */
  provide(question: SecondFactorQuestion): void {
    this.question = question;
  }

  isOn(userId: number): Promise<boolean> {
    return this.question(userId);
  }
}
