import { Injectable } from '@nestjs/common';
import type { Command } from '../../../platform/cli/command.js';
import { print } from '../../../platform/cli/command.js';
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

  async run([username = '']: readonly string[]): Promise<number> {
    const user = await this.users.findByUsername(username);
    if (user?.kind !== 'human') {
      print(username === '' ? `Usage: ${ResetPasswordCommand.usage}` : `There is no user ${username}.`);
      return 1;
    }
    const password = randomPassword();
    await this.accounts.update(user.id, { columns: {}, password });
    print(`Password of ${user.username}: ${password}`);
    return 0;
  }
}
