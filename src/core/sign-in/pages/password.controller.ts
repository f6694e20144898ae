import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PageController, Web } from '../../web/page.decorators.js';
import type { WebContext } from '../../web/web-context.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { page } from '../../../platform/views/web-answer.js';
import { OwnPasswordService } from './own-password.service.js';
import { passwordPage } from './password.page.js';

/** Contract: oauth §2.2: a change ends all other sessions. */
@PageController('-/profile', { who: 'signed-in' })
export class PasswordController {
  constructor(private readonly password: OwnPasswordService) {}

  @Get()
  show(@Web() { frame }: WebContext) {
    return page(passwordPage({ frame }));
  }

  @Post('password')
  async change(@Web() web: WebContext, @Fields() fields: RawParams) {
    const outcome = await refusedFields(() => this.password.change(web, fields));
    const { frame } = web;
    return 'errors' in outcome
      ? page(passwordPage({ frame, errors: outcome.errors }), { status: 422 })
      : page(passwordPage({ frame, notice: 'Your password was changed. Your other sessions have ended.' }));
  }
}
