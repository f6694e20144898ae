import { Controller, Get } from '@nestjs/common';
import { Env } from '../../platform/config/env.js';
import { Allow } from '../access/allow.decorator.js';
import type { Caller } from '../access/caller.js';
import { IdParam, Me } from '../access/request.decorators.js';
import { READ_USER_SCOPES } from '../access/scope.js';
import { presentFullUser, presentUser } from './user.presenter.js';
import { UsersService } from './users.service.js';

@Controller()
@Allow({ on: 'instance', scopes: READ_USER_SCOPES })
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly env: Env,
  ) {}

  @Get('user')
  async me(@Me() me: Caller) {
    return presentFullUser(await this.users.get(me.userId), me, this.env.baseUrl);
  }

  @Get('users/:user_id')
  async show(@Me() me: Caller, @IdParam('user_id') id: number) {
    return presentUser(await this.users.get(id), me, this.env.baseUrl);
  }
}
