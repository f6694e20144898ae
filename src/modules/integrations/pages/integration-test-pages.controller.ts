import { Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PageController, PathText, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { textIn } from '../../../platform/views/form-text.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { IntegrationTestsService } from '../deliveries/tests/integration-tests.service.js';
import { TEST_RATE } from '../deliveries/tests/test-rate.js';
import { ProjectRateService } from '../planning/project-rate.service.js';
import { deliveryAddress } from './integration-addresses.js';
import { IntegrationPagesService } from './integration-pages.service.js';
import { testPreviewPage } from './integration-test.page.js';

/** Test calls started by a button (contract: integrations §8.6). */
@PageController('*project/-/integrations/:slug/test', { who: 'signed-in' })
export class IntegrationTestPagesController {
  constructor(
    private readonly pages: IntegrationPagesService,
    private readonly tests: IntegrationTestsService,
    private readonly rate: ProjectRateService,
  ) {}

  /** The result of a test that was sent is shown in the log. */
  @Post()
  async test(
    @PathText('project') path: string,
    @PathText('slug') slug: string,
    @Fields() fields: RawParams,
    @Web() web: WebContext,
  ) {
    const context = await this.pages.openKind(path, slug, web);
    const { project, kind } = context;
    const event = textIn(fields, 'event') || undefined;
    await this.rate.count(project, TEST_RATE);
    if (textIn(fields, 'dry_run') !== '') {
      return page(testPreviewPage(context, await this.tests.preview(project, kind, event, web.caller)));
    }
    const { id } = await this.tests.test(project, kind, event, web.caller);
    return seeOther(deliveryAddress(context, kind.slug, id));
  }
}
