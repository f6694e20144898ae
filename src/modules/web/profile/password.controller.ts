import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PageController, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { page } from '../../../platform/views/web-answer.js';
import { OwnPasswordService } from './own-password.service.js';
import { passwordPage } from './password.page.js';

/** Contract: oauth §2.2: all other sessions end. */
@PageController('-/profile', { who: 'signed-in' })
export class PasswordController {
  constructor(private readonly password: OwnPasswordService) {}

  @Get()
  show(@Visiting() { frame }: Visit) {
    return page(passwordPage({ frame }));
  }

  @Post('password')
  async change(@Visiting() visit: Visit, @Fields() fields: RawParams) {
    const outcome = await refusedFields(() => this.password.change(visit, fields));
    const { frame } = visit;
    return 'errors' in outcome
      ? page(passwordPage({ frame, errors: outcome.errors }), { status: 422 })
      : page(passwordPage({ frame, notice: 'Your password was changed. Your other sessions have ended.' }));
  }
}
