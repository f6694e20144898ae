import { Controller, Delete, Get, HttpCode, Post, Put, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { HttpResponse } from '../../platform/http/http-types.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Env } from '../../platform/config/env.js';
import { randomPassword } from '../../platform/crypto/random.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { Input, Me, Paging, Target } from '../access/request.decorators.js';
import { READ_USER_SCOPES } from '../access/scope.js';
import { DeletionPreviewSchema, presentDeletionPreview } from '../deletions/deletion-preview.presenter.js';
import { identityIn, userChanges, userFilters } from './user-changes.js';
import { CreateUserInput, DeleteUserInput, ListUsersQuery, UpdateUserInput } from './users.dto.js';
import { UserIdentitiesService } from './identities/user-identities.service.js';
import { AccountCreationService } from './account-creation.service.js';
import { AccountStatesService } from './account-states.service.js';
import { AccountUpdatesService } from './account-updates.service.js';
import { UserDeletionService } from './user-deletion.service.js';
import { FullUserSchema, presentFullUser, presentUser, ShownUserSchema } from './user.presenter.js';
import type { AccountState, User } from './user.js';
import { UserTargetResolver } from './user-target.resolver.js';
import { UsersService } from './users.service.js';

const True = Type.Literal(true);

/** Contract: core §3. */
@Controller()
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly creation: AccountCreationService,
    private readonly updates: AccountUpdatesService,
    private readonly states: AccountStatesService,
    private readonly deletion: UserDeletionService,
    private readonly identities: UserIdentitiesService,
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
  @Answers([ShownUserSchema])
  async list(@Me() me: Caller, @Paging() page: PageRequest, @Input() query: ListUsersQuery) {
    const request = { page, orderBy: query.order_by, sort: query.sort };
    return (await this.users.list(userFilters(query), request, me)).map((user) =>
      presentUser(user, me, this.env.baseUrl),
    );
  }

  @Get('users/:user_id')
  @Allow({ on: UserTargetResolver, scopes: READ_USER_SCOPES })
  @Answers(ShownUserSchema)
  show(@Target() user: User, @Me() me: Caller) {
    return presentUser(user, me, this.env.baseUrl);
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
    return presentFullUser(await this.creation.create(account, me), me, this.env.baseUrl);
  }

  @Put('users/:user_id')
  @Allow({ on: UserTargetResolver, role: 'admin' })
  @Answers(FullUserSchema)
  async update(@Target() user: User, @Me() me: Caller, @Input() input: UpdateUserInput) {
    const { credential } = me;
    const edit = {
      columns: userChanges(input),
      password: input.password ?? (input.force_random_password ? randomPassword() : undefined),
      resetPassword: input.reset_password,
      skipConfirmation: input.skip_confirmation,
      skipReconfirmation: input.skip_reconfirmation,
      sessionId: credential?.kind === 'session' ? credential.id : undefined,
    };
    const changed = await this.identities.linkAlong(user, identityIn(input), me, () =>
      this.updates.update(user.id, edit),
    );
    return presentFullUser(changed, me, this.env.baseUrl);
  }

  @Delete('users/:user_id')
  @HttpCode(204)
  @Allow({ on: UserTargetResolver, role: 'admin' })
  @Answers(null, DeletionPreviewSchema)
  async delete(
    @Target() user: User,
    @Me() me: Caller,
    @Input() { hard_delete: isHard = false, dry_run: isDryRun }: DeleteUserInput,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    if (isDryRun) {
      response.statusCode = 200;
      return presentDeletionPreview(await this.deletion.preview(user.id, isHard));
    }
    await this.deletion.delete(user.id, isHard, me);
    return undefined;
  }

  @Post('users/:user_id/block')
  @Allow({ on: UserTargetResolver, role: 'admin' })
  @Answers(True)
  block(@Target() user: User, @Me() me: Caller) {
    return this.changeState(user, 'blocked', me);
  }

  @Post('users/:user_id/unblock')
  @Allow({ on: UserTargetResolver, role: 'admin' })
  @Answers(True)
  unblock(@Target() user: User, @Me() me: Caller) {
    return this.changeState(user, 'active', me);
  }

  @Post('users/:user_id/activate')
  @Allow({ on: UserTargetResolver, role: 'admin' })
  @Answers(True)
  activate(@Target() user: User, @Me() me: Caller) {
    return this.changeState(user, 'active', me);
  }

  @Post('users/:user_id/deactivate')
  @Allow({ on: UserTargetResolver, role: 'admin' })
  @Answers(True)
  deactivate(@Target() user: User, @Me() me: Caller) {
    return this.changeState(user, 'deactivated', me);
  }

  private async changeState(user: User, state: AccountState, me: Caller): Promise<true> {
    await this.states.change(user.id, state, me);
    return true;
  }
}
