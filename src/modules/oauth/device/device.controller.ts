import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { given } from '../../../core/access/request-credentials.js';
import { Fields, PageController, QueryFields, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { page } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { DeviceAuthorizationService } from './device-authorization.service.js';
import { codePage, decidedPage, decisionPage } from './device.page.js';

/** Contract: oauth §14.6: asks for the code, then for consent. */
@PageController('oauth/device', { who: 'signed-in' })
export class DeviceController {
  constructor(private readonly devices: DeviceAuthorizationService) {}

  @Get()
  show(@Visiting() { frame }: Visit, @QueryFields() query: RawParams): WebAnswer {
    return page(codePage({ frame, userCode: given(query.user_code) ?? '' }));
  }

  @Post()
  async submit(@Visiting() visit: Visit, @Fields() fields: RawParams): Promise<WebAnswer> {
    const userCode = given(fields.user_code) ?? '';
    const outcome = await refusedFields(() => this.answer(visit, userCode, given(fields.decision)));
    const { frame } = visit;
    return 'errors' in outcome
      ? page(codePage({ frame, userCode, errors: outcome.errors.user_code ?? [] }), { status: 422 })
      : outcome.done;
  }

  private async answer(visit: Visit, userCode: string, decision: string | undefined): Promise<WebAnswer> {
    const pending = await this.devices.find(visit, userCode);
    if (decision !== 'approve' && decision !== 'deny') {
      return page(decisionPage({ ...pending, userCode, frame: visit.frame }));
    }
    await this.devices.decide(pending, decision === 'approve' ? 'approved' : 'denied', visit);
    return page(decidedPage(visit.frame, decision === 'approve'));
  }
}
