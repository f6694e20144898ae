import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PageController, PathText, Web } from '../../../core/web/page.decorators.js';
import { ShownOnceService } from '../../../core/web/shown-once.service.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { SigningSecretsService } from '../deliveries/signing-secrets.service.js';
import { signingSecretAddress } from './integration-addresses.js';
import { IntegrationPagesService } from './integration-pages.service.js';
import { signingSecretPage } from './signing-secret.page.js';

/** Page for the secret that signs an integration's deliveries, for Maintainers (contract: integrations §8.4). */
@PageController('*project/-/integrations/:slug/signing_secret', { who: 'signed-in' })
export class SigningSecretPagesController {
  constructor(
    private readonly pages: IntegrationPagesService,
    private readonly signing: SigningSecretsService,
    private readonly shownOnce: ShownOnceService,
  ) {}

  @Get()
  async show(@PathText('project') path: string, @PathText('slug') slug: string, @Web() web: WebContext) {
    const context = await this.pages.openKind(path, slug, web);
    const state = await this.signing.stateOf(context.project, context.kind);
    const created = await this.shownOnce.take(web, signingSecretAddress(context, context.kind.slug));
    return page(signingSecretPage(context, { state, created, frame: web.frame }));
  }

  /** Creates a new secret, or removes the current one, because forms cannot send DELETE. */
  @Post()
  async change(
    @PathText('project') path: string,
    @PathText('slug') slug: string,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
  ) {
    const context = await this.pages.openKind(path, slug, web);
    const { project, kind } = context;
    const here = signingSecretAddress(context, kind.slug);
    if (fields._method === 'delete') {
      await this.signing.remove(project, kind, web.caller);
    } else {
      const rotate = () => this.signing.rotate(project, kind, web.caller);
      await this.shownOnce.keep(web, here, async () => (await rotate()).secret);
    }
    return seeOther(here);
  }
}
