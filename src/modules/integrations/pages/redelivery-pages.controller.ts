import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { CancellationsService } from '../../../core/operations/cancellations.service.js';
import { PageController, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { BulkRedeliveryService } from '../deliveries/bulk-redelivery.service.js';
import { RedeliverInput } from '../deliveries/deliveries.dto.js';
import { filtersIn, REDELIVERY_FILTERS } from './delivery-filters.js';
import { redeliveryAddress } from './integration-addresses.js';
import { IntegrationPagesService } from './integration-pages.service.js';
import { isMoving, redeliveryRunPage } from './redelivery-run.page.js';
import { redeliveryPage } from './redelivery.page.js';

const AGAIN_SECONDS = 3;

/** Pages for bulk redelivery with a preview, for Maintainers (contract: integrations §8.6). */
@PageController('*project/-/integrations/:slug/redeliveries', { who: 'signed-in' })
export class RedeliveryPagesController {
  constructor(
    private readonly pages: IntegrationPagesService,
    private readonly bulk: BulkRedeliveryService,
    private readonly cancellations: CancellationsService,
  ) {}

  @Get()
  async preview(
    @PathText('project') path: string,
    @PathText('slug') slug: string,
    @QueryFields() query: RawParams,
    @Web() web: WebContext,
  ) {
    const context = await this.pages.openKind(path, slug, web);
    const chosen = filtersIn(query, REDELIVERY_FILTERS);
    const filters = readInput(RedeliverInput, chosen).toFilters();
    const underWay = await this.bulk.underWay(context.project, context.kind);
    const preview = await this.bulk.preview(context.project, context.kind, filters);
    return page(redeliveryPage(context, { preview, chosen, underWay, frame: web.frame }));
  }

  /** Uses the filters of the page that contains the form. */
  @Post()
  async start(
    @PathText('project') path: string,
    @PathText('slug') slug: string,
    @QueryFields() query: RawParams,
    @Web() web: WebContext,
  ) {
    const context = await this.pages.openKind(path, slug, web);
    const filters = readInput(RedeliverInput, filtersIn(query, REDELIVERY_FILTERS)).toFilters();
    const { id } = await this.bulk.start(context.project, context.kind, filters, web.caller);
    return seeOther(redeliveryAddress(context, context.kind.slug, id));
  }

  @Get(':operation')
  async show(
    @PathText('project') path: string,
    @PathText('slug') slug: string,
    @PathText('operation') id: string,
    @Web() web: WebContext,
  ) {
    const context = await this.pages.openKind(path, slug, web);
    const progress = await this.bulk.progressOf(context.project, context.kind, id, web.caller);
    const headers: Record<string, string> = isMoving(progress) ? { Refresh: String(AGAIN_SECONDS) } : {};
    return page(redeliveryRunPage(context, progress, web.frame), { headers });
  }

  @Post(':operation')
  async stop(
    @PathText('project') path: string,
    @PathText('slug') slug: string,
    @PathText('operation') id: string,
    @Web() web: WebContext,
  ) {
    const context = await this.pages.openKind(path, slug, web);
    const { operation } = await this.bulk.progressOf(context.project, context.kind, id, web.caller);
    await this.cancellations.cancel(operation, web.caller);
    return seeOther(redeliveryAddress(context, context.kind.slug, id));
  }
}
