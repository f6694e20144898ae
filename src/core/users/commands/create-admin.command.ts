import { Injectable } from '@nestjs/common';
import { ApiError } from '../../../common/errors/api-error.js';
import { readInput } from '../../../common/params/read-input.js';
import type { Command } from '../../../platform/cli/command.js';
import { print } from '../../../platform/cli/command.js';
import { CommandFailed } from '../../../platform/cli/command-failed.js';
import { readWords } from '../../../platform/cli/usage.js';
import { randomPassword } from '../../../platform/crypto/random.js';
import { Caller } from '../../access/caller.js';
import { AccountCreationService } from '../account-creation.service.js';
import { CreateUserInput } from '../users.dto.js';

/** Creates an administrator with a random password. */
@Injectable()
export class CreateAdminCommand implements Command {
  static readonly commandName = 'create-admin';
  static readonly usage = 'create-admin <username> <email>';
  static readonly summary = 'make an administrator; prints a random password once';

  constructor(private readonly accounts: AccountCreationService) {}

  async run(args: readonly string[]): Promise<number> {
    const [username = '', email = ''] = readWords(CreateAdminCommand.usage, args, 2);
    const password = randomPassword();
    try {
      const columns = { username, email, name: username, isAdmin: true };
      readInput(CreateUserInput, { username, email, name: username, password }); // validates like the API
      await this.accounts.create({ columns, password, skipConfirmation: true }, Caller.anonymous('cli'));
    } catch (error) {
      throw refused(error);
    }
    print(`Administrator ${username} made; password ${password}`);
    return 0;
  }
}

/** Turns an API error into a sentence for the operator; other errors are returned as they are. */
function refused(error: unknown): unknown {
  return error instanceof ApiError ? new CommandFailed(`${sentencesIn(error.body.message).join('; ')}.`) : error;
}

/** `Email has already been taken`, or `email is invalid` for each field of a validation body. */
function sentencesIn(message: unknown): string[] {
  if (typeof message !== 'object' || message === null) {
    return [String(message)];
  }
  return Object.entries(message).flatMap(([field, faults]: [string, unknown]) =>
    (Array.isArray(faults) ? faults : [faults]).map((fault) => `${field} ${String(fault)}`),
  );
}
