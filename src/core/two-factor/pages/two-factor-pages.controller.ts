import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { conflict } from '../../../common/errors/catalogue.js';
import { Fields, PageController, Web } from '../../web/page.decorators.js';
import type { WebContext } from '../../web/web-context.js';
import { TwoFactorService } from '../two-factor.service.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { textIn } from '../../../platform/views/form-text.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { backupCodesPage, pendingPage, statePage } from './two-factor.page.js';

const UNPROCESSABLE = { status: 422 };

/** Contract: oauth §2.3. */
@PageController('-/profile/two_factor', { who: 'signed-in' })
export class TwoFactorPagesController {
  constructor(private readonly factors: TwoFactorService) {}

  @Get()
  async show(@Web() { caller, frame }: WebContext) {
    return page(statePage(await this.factors.stateOf(caller.userId), { frame }));
  }

  @Post()
  async begin(@Web() { caller, frame }: WebContext, @Fields() fields: RawParams) {
    const outcome = await refusedFields(() => this.factors.begin(caller, textIn(fields, 'password')));
    return 'errors' in outcome
      ? page(statePage(await this.factors.stateOf(caller.userId), { frame, errors: outcome.errors }), UNPROCESSABLE)
      : page(pendingPage(outcome.done, { frame }));
  }

  @Post('confirm')
  async confirm(@Web() { caller, frame }: WebContext, @Fields() fields: RawParams) {
    const outcome = await refusedFields(() => this.factors.confirm(caller, textIn(fields, 'code')));
    if ('done' in outcome) {
      return page(backupCodesPage(outcome.done, frame));
    }
    const pending = caller.account && (await this.factors.pending(caller.account));
    if (!pending) {
      throw conflict('Nothing waits to be confirmed');
    }
    return page(pendingPage(pending, { frame, errors: outcome.errors }), UNPROCESSABLE);
  }

  @Post('disable')
  async disable(@Web() { caller, frame }: WebContext, @Fields() fields: RawParams) {
    const outcome = await refusedFields(() => this.factors.disable(caller, textIn(fields, 'password')));
    return 'errors' in outcome
      ? page(statePage(await this.factors.stateOf(caller.userId), { frame, errors: outcome.errors }), UNPROCESSABLE)
      : seeOther('/-/profile/two_factor');
  }
}
