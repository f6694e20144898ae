import type { Account } from './caller.js';

/** Finds the account that an administrator acts as; implemented by the users module (contract: conventions §7). */
export abstract class Accounts {
  abstract findAccount(id: number): Promise<Account | null>;
  abstract findAccountByUsername(username: string): Promise<Account | null>;
}
