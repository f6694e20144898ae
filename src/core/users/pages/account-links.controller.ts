import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { Fields, PageController, QueryFields, Web } from '../../web/page.decorators.js';
import type { WebContext } from '../../web/web-context.js';
import { UpdateUserInput } from '../users.dto.js';
import { AccountLinksService } from '../account-links.service.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { page } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { confirmationPage, deadLinkPage, donePage, newPasswordPage } from './account-link.pages.js';

/** The URL of the page contains a secret, so no referrer is sent. */
const SECRET_ADDRESS = { referrer: 'no-referrer' } as const;
const GONE = { status: 422, ...SECRET_ADDRESS };

/** Target of a mailed link that confirms an address (contract: core §3). */
@PageController('users/confirmation', { who: 'anybody', opensSession: true, hidesOrigin: true })
export class ConfirmationController {
  constructor(private readonly links: AccountLinksService) {}

  @Get()
  show(@QueryFields() query: RawParams, @Web() { frame }: WebContext): WebAnswer {
    return page(confirmationPage(tokenIn(query), frame), SECRET_ADDRESS);
  }

  @Post()
  async confirm(@Fields() fields: RawParams, @Web() { frame }: WebContext): Promise<WebAnswer> {
    const isDone = await this.links.confirm(tokenIn(fields));
    return isDone ? page(donePage(frame, 'Your e-mail address is confirmed.')) : page(deadLinkPage(frame), GONE);
  }
}

/** Target of a mailed link for setting a new password (contract: core §3). */
@PageController('users/password/edit', { who: 'anybody', opensSession: true, hidesOrigin: true })
export class PasswordLinkController {
  constructor(private readonly links: AccountLinksService) {}

  @Get()
  show(@QueryFields() query: RawParams, @Web() { frame }: WebContext): WebAnswer {
    return page(newPasswordPage(tokenIn(query), frame), SECRET_ADDRESS);
  }

  @Post()
  async save(@Fields() fields: RawParams, @Web() { frame }: WebContext): Promise<WebAnswer> {
    const outcome = await refusedFields(() => readPassword(fields));
    if ('errors' in outcome) {
      return page(newPasswordPage(tokenIn(fields), frame, outcome.errors), GONE);
    }
    const isDone = await this.links.resetPassword(tokenIn(fields), outcome.done.password ?? '');
    return isDone ? page(donePage(frame, 'Your new password holds.')) : page(deadLinkPage(frame), GONE);
  }
}

/** Throws 400 for the field. */
const readPassword = ({ password = '' }: RawParams): Promise<UpdateUserInput> =>
  Promise.resolve().then(() => readInput(UpdateUserInput, { password }));

const tokenIn = ({ token }: RawParams): string => (typeof token === 'string' ? token : '');
