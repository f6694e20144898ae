import { Injectable } from '@nestjs/common';
import type { Command } from '../../../platform/cli/command.js';
import { print } from '../../../platform/cli/command.js';
import { CommandFailed } from '../../../platform/cli/command-failed.js';
import { readWords } from '../../../platform/cli/usage.js';
import { randomPassword } from '../../../platform/crypto/random.js';
import { AccountUpdatesService } from '../account-updates.service.js';
import { UsersRepository } from '../users.repository.js';

/** Gives an account a new random password. */
@Injectable()
export class ResetPasswordCommand implements Command {
  static readonly commandName = 'reset-password';
  static readonly usage = 'reset-password <username>';
  static readonly summary = 'give an account a new random password, printed once';

  constructor(
    private readonly users: UsersRepository,
    private readonly accounts: AccountUpdatesService,
  ) {}

  async run(args: readonly string[]): Promise<number> {
    const [username = ''] = readWords(ResetPasswordCommand.usage, args, 1);
    const user = await this.users.findByUsername(username);
    if (user?.kind !== 'human') {
      throw new CommandFailed(`There is no user ${username}.`);
    }
    const password = randomPassword();
    await this.accounts.update(user.id, { columns: {}, password });
    print(`Password of ${user.username}: ${password}`);
    return 0;
  }
}
