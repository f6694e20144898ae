import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { Fields, PageController, PathId, Web } from '../../web/page.decorators.js';
import { ShownOnceService } from '../../web/shown-once.service.js';
import type { WebContext } from '../../web/web-context.js';
import { AccessTokensService } from '../access-tokens.service.js';
import { CreateTokenInput } from '../tokens.dto.js';
import { TokenRotationService } from '../token-rotation.service.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { fieldsIn, textIn, textsIn } from '../../../platform/views/form-text.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { tokensPage } from './tokens.page.js';
import type { TokenForm } from './tokens.page.js';

const HERE = '/-/profile/personal_access_tokens';

/** Pages about one's own personal tokens (contract: core §15.1). */
@PageController('-/profile/personal_access_tokens', { who: 'signed-in' })
export class TokenPagesController {
  constructor(
    private readonly tokens: AccessTokensService,
    private readonly rotation: TokenRotationService,
    private readonly shownOnce: ShownOnceService,
  ) {}

  @Get()
  async list(@Web() web: WebContext) {
    const created = await this.shownOnce.take(web, HERE);
    return page(tokensPage({ frame: web.frame, tokens: await this.tokens.listLive(web.caller), created }));
  }

  @Post()
  async create(@Web() web: WebContext, @Fields() fields: RawParams) {
    const values = readForm(fields);
    const { caller, frame } = web;
    const outcome = await refusedFields(() =>
      this.shownOnce.keep(web, HERE, async () => (await this.tokens.issueOwn(checked(values), caller)).value),
    );
    return 'errors' in outcome
      ? page(tokensPage({ frame, tokens: await this.tokens.listLive(caller), values, errors: outcome.errors }), {
          status: 422,
        })
      : seeOther(HERE);
  }

  /** The successor has the same properties. */
  @Post(':token_id/rotate')
  async rotate(@Web() web: WebContext, @PathId('token_id') id: number) {
    const token = await this.tokens.getOwn(web.caller, id);
    await this.shownOnce.keep(web, HERE, async () => (await this.rotation.rotate(token, undefined, web.caller)).value);
    return seeOther(HERE);
  }

  @Post(':token_id')
  async revoke(@Web() { caller }: WebContext, @PathId('token_id') id: number) {
    await this.tokens.revoke(await this.tokens.getOwn(caller, id), caller);
    return seeOther(HERE);
  }
}

function readForm(fields: RawParams): TokenForm {
  const token = fieldsIn(fields, 'token');
  return { name: textIn(token, 'name'), expiresAt: textIn(token, 'expires_at'), scopes: textsIn(token, 'scopes') };
}

function checked({ name, expiresAt, scopes }: TokenForm) {
  const input = readInput(CreateTokenInput, { name, expires_at: expiresAt, scopes });
  return { name: input.name, scopes: input.scopes, expiresAt: input.expires_at };
}
