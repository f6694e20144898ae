import { Injectable } from '@nestjs/common';
import type { Command } from '../../../platform/cli/command.js';
import { print } from '../../../platform/cli/command.js';
import { CommandFailed } from '../../../platform/cli/command-failed.js';
import { readWords } from '../../../platform/cli/usage.js';
import { Env } from '../../../platform/config/env.js';
import { AccountLinksService } from '../account-links.service.js';
import { ROOT_USERNAME } from '../system-accounts.js';
import { UsersRepository } from '../users.repository.js';

/** Prints a sign-in link, for instances where passwords are not allowed (contract: scim-graphql §C1.1). */
@Injectable()
export class SignInLinkCommand implements Command {
  static readonly commandName = 'sign-in-link';
  static readonly usage = 'sign-in-link';
  static readonly summary = 'print a link that signs in as root once, within ten minutes';

  constructor(
    private readonly users: UsersRepository,
    private readonly links: AccountLinksService,
    private readonly env: Env,
  ) {}

  async run(args: readonly string[]): Promise<number> {
    readWords(SignInLinkCommand.usage, args, 0);
    const root = await this.users.findByUsername(ROOT_USERNAME);
    if (root?.kind !== 'human') {
      throw new CommandFailed(`There is no user ${ROOT_USERNAME}.`);
    }
    print(`${this.env.baseUrl}/users/sign_in/link?token=${await this.links.makeSignIn(root.id)}`);
    return 0;
  }
}
