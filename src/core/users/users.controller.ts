import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Env } from '../../platform/config/env.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { IdParam, Input, Me, Paging } from '../access/request.decorators.js';
import { READ_USER_SCOPES } from '../access/scope.js';
import { userChanges, userFilters } from './dto/user-changes.js';
import { CreateUserInput, DeleteUserInput, ListUsersQuery, UpdateUserInput } from './dto/users.dto.js';
import { UserAccounts } from './user-accounts.service.js';
import { UserDeletion } from './user-deletion.service.js';
import { FullUserSchema, presentFullUser, presentUser } from './user.presenter.js';
import type { AccountState } from './user.js';
import { UsersService } from './users.service.js';

const True = Type.Literal(true);

/** Contract: core §3. */
@Controller()
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly accounts: UserAccounts,
    private readonly deletion: UserDeletion,
    private readonly env: Env,
  ) {}

  @Get('user')
  @Allow({ on: 'instance', scopes: READ_USER_SCOPES })
  @Answers(FullUserSchema)
  async me(@Me() me: Caller) {
    return presentFullUser(await this.users.get(me.userId), me, this.env.baseUrl);
  }

  @Get('users')
  @Allow({ on: 'instance', scopes: READ_USER_SCOPES })
  @Answers([FullUserSchema])
  async list(@Me() me: Caller, @Paging() page: PageRequest, @Input() query: ListUsersQuery) {
    const request = { page, orderBy: query.order_by, sort: query.sort };
    return (await this.users.list(userFilters(query), request, me)).map((user) =>
      presentUser(user, me, this.env.baseUrl),
    );
  }

  @Get('users/:user_id')
  @Allow({ on: 'instance', scopes: READ_USER_SCOPES })
  @Answers(FullUserSchema)
  async show(@Me() me: Caller, @IdParam('user_id') id: number) {
    return presentUser(await this.users.get(id), me, this.env.baseUrl);
  }

  @Post('users')
  @Allow({ on: 'instance', role: 'admin' })
  @Answers(FullUserSchema)
  async create(@Me() me: Caller, @Input() input: CreateUserInput) {
    const { email, name, username, password } = input;
    const account = {
      columns: { ...userChanges(input), email, name, username },
      password,
      resetPassword: input.reset_password,
      skipConfirmation: input.skip_confirmation,
    };
    return presentFullUser(await this.accounts.create(account, me), me, this.env.baseUrl);
  }

  @Put('users/:user_id')
  @Allow({ on: 'instance', role: 'admin' })
  @Answers(FullUserSchema)
  async update(@Me() me: Caller, @IdParam('user_id') id: number, @Input() input: UpdateUserInput) {
    const edit = { columns: userChanges(input), password: input.password, resetPassword: input.reset_password };
    return presentFullUser(await this.accounts.update(id, edit), me, this.env.baseUrl);
  }

  @Delete('users/:user_id')
  @HttpCode(204)
  @Allow({ on: 'instance', role: 'admin' })
  @Answers(null)
  delete(@Me() me: Caller, @IdParam('user_id') id: number, @Input() input: DeleteUserInput) {
    return this.deletion.delete(id, input.hard_delete ?? false, me);
  }

  @Post('users/:user_id/block')
  @Allow({ on: 'instance', role: 'admin' })
  @Answers(True)
  block(@Me() me: Caller, @IdParam('user_id') id: number) {
    return this.changeState(id, 'blocked', me);
  }

  @Post('users/:user_id/unblock')
  @Allow({ on: 'instance', role: 'admin' })
  @Answers(True)
  unblock(@Me() me: Caller, @IdParam('user_id') id: number) {
    return this.changeState(id, 'active', me);
  }

  @Post('users/:user_id/activate')
  @Allow({ on: 'instance', role: 'admin' })
  @Answers(True)
  activate(@Me() me: Caller, @IdParam('user_id') id: number) {
    return this.changeState(id, 'active', me);
  }

  @Post('users/:user_id/deactivate')
  @Allow({ on: 'instance', role: 'admin' })
  @Answers(True)
  deactivate(@Me() me: Caller, @IdParam('user_id') id: number) {
    return this.changeState(id, 'deactivated', me);
  }

  private async changeState(id: number, state: AccountState, me: Caller): Promise<true> {
    await this.accounts.changeState(id, state, me);
    return true;
  }
}
