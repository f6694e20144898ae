import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import type { Command } from '../../../platform/cli/command.js';
import { print } from '../../../platform/cli/command.js';
import { randomPassword } from '../../../platform/crypto/random.js';
import { Caller } from '../../access/caller.js';
import { AccountCreationService } from '../account-creation.service.js';

/** Makes another administrator with a random password. */
@Injectable()
export class CreateAdminCommand implements Command {
  static readonly commandName = 'create-admin';
  static readonly usage = 'create-admin <username> <email>';
  static readonly summary = 'make an administrator; prints a random password once';

  constructor(private readonly accounts: AccountCreationService) {}

  async run([username, email]: readonly string[]): Promise<number> {
    if (!username || !email) {
      print(`Usage: ${CreateAdminCommand.usage}`);
      return 1;
    }
    const password = randomPassword();
    try {
      const columns = { username, email, name: username, isAdmin: true };
      await this.accounts.create({ columns, password, skipConfirmation: true }, Caller.anonymous('cli'));
    } catch (error) {
      return refused(error);
    }
    print(`Administrator ${username} made; password ${password}`);
    return 0;
  }
}

/** A refusal of the contract is an answer for the operator; everything else goes up. */
export function refused(error: unknown): number {
  if (!(error instanceof ApiError)) {
    throw error;
  }
  print(JSON.stringify(error.body.message));
  return 1;
}
