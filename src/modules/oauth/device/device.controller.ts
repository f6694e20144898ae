import { Get, Post } from '@nestjs/common';
import { unknownRoute } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { given } from '../../../core/access/request-credentials.js';
import { Fields, PageController, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { WebContextsService } from '../../../core/web/web-contexts.service.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { found, page } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { deviceAddressOf } from './device-address.js';
import { DeviceAuthorizationService } from './device-authorization.service.js';
import { codePage, decidedPage, decisionPage } from './device.page.js';

/** Asks for the code, then for consent (contract: oauth §14.6). */
@PageController('oauth/device', { who: 'signed-in' })
export class DeviceController {
  constructor(
    private readonly devices: DeviceAuthorizationService,
    private readonly webContexts: WebContextsService,
  ) {}

  /** With `prompt=login`, redirects to the sign-in page, which returns here without that parameter. */
  @Get()
  async show(@Web() { frame, session }: WebContext, @QueryFields() query: RawParams): Promise<WebAnswer> {
    const userCode = given(query.user_code) ?? '';
    if (session && query.prompt === 'login') {
      const wanted = { target: deviceAddressOf(userCode), demand: 'another account' };
      return found(await this.webContexts.signInAddress(session, wanted));
    }
    return page(codePage({ frame, userCode }));
  }

  @Post()
  async submit(@Web() web: WebContext, @Fields() fields: RawParams): Promise<WebAnswer> {
    const userCode = given(fields.user_code) ?? '';
    const outcome = await refusedFields(() => this.answer(web, userCode, decisionIn(fields)));
    const { frame } = web;
    return 'errors' in outcome
      ? page(codePage({ frame, userCode, errors: outcome.errors.user_code ?? [] }), { status: 422 })
      : outcome.done;
  }

  private async answer(web: WebContext, userCode: string, decision: Decision | null): Promise<WebAnswer> {
    const pending = await this.devices.find(web, userCode);
    if (decision === null) {
      return page(decisionPage({ ...pending, userCode, frame: web.frame }));
    }
    await this.devices.decide(pending, decision, web);
    return page(decidedPage(web.frame, decision === 'approved'));
  }
}

type Decision = 'approved' | 'denied';

/**
 * Null for a code that is only entered. Denies like the consent page, and throws for an unknown `_method`, which must
 * not approve anything (contract: oauth §4, §14.6).
 */
function decisionIn({ _method: method, decision }: RawParams): Decision | null {
  if (method === undefined) {
    return given(decision) === 'approve' ? 'approved' : null;
  }
  if (method !== 'delete') {
    throw unknownRoute();
  }
  return 'denied';
}
