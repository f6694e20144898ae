import { Injectable } from '@nestjs/common';
import { Env } from '../../../platform/config/env.js';
import { Contributes } from '../../../platform/contributions/contributes.decorator.js';
import { mayCall } from '../../access/route-rights.js';
import { Batch } from '../../graphql/batch.js';
import { connectionOf } from '../../graphql/connection.js';
import { globalId, readGlobalId } from '../../graphql/global-id.js';
import { badUserInput } from '../../graphql/graphql-errors.js';
import type { GraphqlContext } from '../../graphql/graphql-context.js';
import { GraphqlTypes, resolversOf } from '../../graphql/graphql-types.js';
import type { BasicUser, User } from '../user.js';
import { UsersController } from '../users.controller.js';
import { UsersRepository } from '../users.repository.js';

const NO_LEVEL = 0;

interface UserArguments {
  readonly id?: string | null;
  readonly username?: string | null;
}

/** Users (contract: scim-graphql §B3). */
@Injectable()
@Contributes(GraphqlTypes)
export class UserTypes extends GraphqlTypes {
  override readonly definitions = `
    extend type Query { currentUser: User  user(id: ID, username: String): User }
    type User {
      id: ID!  username: String!  name: String!  state: String!
      avatarUrl: String  webUrl: String!  publicEmail: String
    }
    ${connectionOf('User')}`;

  override readonly resolvers = [
    resolversOf<unknown>('Query', {
      currentUser: (_, _args, { caller }) => (caller.account ? this.users.find(caller.userId) : null),
      user: (_, args: UserArguments, context) => this.find(args, context),
    }),
    resolversOf<BasicUser>('User', {
      id: ({ id }) => globalId('User', id),
      avatarUrl: () => null,
      webUrl: ({ username }) => `${this.env.baseUrl}/${username}`,
      publicEmail: async ({ id }, _args, context) =>
        context.caller.isAnonymous ? null : (await this.all.load(id, null, context))?.publicEmail,
    }),
  ];

  private readonly all = new Batch<null, User>(async (ids) => {
    const found = await this.users.findAll(ids);
    return new Map(found.map((user) => [user.id, user]));
  });

  constructor(
    private readonly users: UsersRepository,
    private readonly env: Env,
  ) {
    super();
  }

  private async find({ id, username }: UserArguments, { caller }: GraphqlContext): Promise<User | null> {
    if ((id ?? username ?? null) === null) {
      throw badUserInput('id or username is required');
    }
    const found =
      typeof id === 'string'
        ? await this.users.find(readGlobalId('User', id))
        : await this.users.findByUsername(username ?? '');
    const isOther = typeof username === 'string' && found?.username.toLowerCase() !== username.toLowerCase();
    const isShown = found?.kind !== 'system' && !isOther && mayCall(UsersController, 'show', caller, NO_LEVEL);
    return isShown ? found : null;
  }
}
