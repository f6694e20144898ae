import { Controller, Delete, Get, Header, HttpCode, Patch, Post } from '@nestjs/common';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { Input, Me, Target } from '../access/request.decorators.js';
import { WRITE_SCOPES } from '../access/scope.js';
import { UserTargetResolver } from '../users/user-target.resolver.js';
import type { User } from '../users/user.js';
import { CodeInput, PasswordInput } from './two-factor.dto.js';
import {
  BackupCodesSchema,
  PendingSecretSchema,
  presentBackupCodes,
  presentPendingSecret,
  presentTwoFactorState,
  TwoFactorStateSchema,
} from './two-factor.presenter.js';
import { TwoFactorService } from './two-factor.service.js';

/** Contract: oauth §2.3. */
@Controller()
@Allow({ on: 'instance', scopes: WRITE_SCOPES })
export class TwoFactorController {
  constructor(private readonly factors: TwoFactorService) {}

  @Get('user/two_factor')
  @Answers(TwoFactorStateSchema)
  async show(@Me() me: Caller) {
    return presentTwoFactorState(await this.factors.stateOf(me.userId));
  }

  @Post('user/two_factor')
  @Header('Cache-Control', 'no-store')
  @Answers(PendingSecretSchema)
  async begin(@Me() me: Caller, @Input() input: PasswordInput) {
    return presentPendingSecret(await this.factors.begin(me, input.password));
  }

  @Post('user/two_factor/confirm')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @Answers(BackupCodesSchema)
  async confirm(@Me() me: Caller, @Input() input: CodeInput) {
    return presentBackupCodes(await this.factors.confirm(me, input.code));
  }

  @Delete('user/two_factor')
  @HttpCode(204)
  @Answers(null)
  disable(@Me() me: Caller, @Input() input: PasswordInput) {
    return this.factors.disable(me, input.password);
  }

  @Patch('users/:user_id/disable_two_factor')
  @HttpCode(204)
  @Allow({ on: UserTargetResolver, role: 'admin' })
  @Answers(null)
  disableFor(@Target() user: User) {
    return this.factors.disableFor(user.id);
  }
}
