import { Get, Post, Res } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { AccountLinksService } from '../../../core/users/account-links.service.js';
import { Fields, PageController, QueryFields, Web } from '../../../core/web/page.decorators.js';
import { WebContextsService } from '../../../core/web/web-contexts.service.js';
import type { WebContext } from '../../../core/web/web-context.js';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import { textIn } from '../../../platform/views/form-text.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { signInLinkPage } from './sign-in-link.page.js';

const SECRET_ADDRESS = { referrer: 'no-referrer' } as const;

/** The page of a sign-in link that the command line printed (contract: scim-graphql §C1.1). */
@PageController('users/sign_in/link', { who: 'anybody', opensSession: true, hidesOrigin: true })
export class SignInLinkController {
  constructor(
    private readonly links: AccountLinksService,
    private readonly webContexts: WebContextsService,
  ) {}

  /** Shows a button, because some programs open links automatically. */
  @Get()
  show(@QueryFields() query: RawParams, @Web() { frame }: WebContext): WebAnswer {
    return page(signInLinkPage({ token: textIn(query, 'token') }, frame), SECRET_ADDRESS);
  }

  @Post()
  async signIn(
    @Fields() fields: RawParams,
    @Web() web: WebContext,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<WebAnswer> {
    const userId = await this.links.takeSignIn(textIn(fields, 'token'));
    const signIn = { passwordDigest: null, isRemembered: false, provider: null };
    const isDone = userId !== null && (await this.webContexts.signIn(web, { ...signIn, userId }, response));
    return isDone
      ? seeOther('/')
      : page(signInLinkPage({ isDead: true }, web.frame), { status: 422, ...SECRET_ADDRESS });
  }
}
