import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { PageController, PathId, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { ListDeliveriesQuery } from '../deliveries/deliveries.dto.js';
import { DeliveryLogService } from '../deliveries/delivery-log.service.js';
import { RedeliveryService } from '../deliveries/redelivery.service.js';
import { deliveriesPage } from './deliveries.page.js';
import { deliveryPage } from './delivery.page.js';
import { filtersIn } from './delivery-filters.js';
import { deliveryAddress } from './integration-addresses.js';
import { IntegrationPagesService } from './integration-pages.service.js';

/** Pages with the log of deliveries, for Maintainers (contract: integrations §8.5, §8.6). */
@PageController('*project/-/integrations/:slug/deliveries', { who: 'signed-in' })
export class DeliveryPagesController {
  constructor(
    private readonly pages: IntegrationPagesService,
    private readonly log: DeliveryLogService,
    private readonly redelivery: RedeliveryService,
  ) {}

  @Get()
  async list(
    @PathText('project') path: string,
    @PathText('slug') slug: string,
    @QueryFields() query: RawParams,
    @Web() web: WebContext,
  ) {
    const context = await this.pages.openKind(path, slug, web);
    const chosen = filtersIn(query);
    const filters = readInput(ListDeliveriesQuery, chosen).toFilters();
    const deliveries = await this.log.list(context.project, context.kind, filters, pageIn(query));
    return page(deliveriesPage(context, deliveries, chosen));
  }

  @Get(':delivery_id')
  async show(
    @PathText('project') path: string,
    @PathText('slug') slug: string,
    @PathId('delivery_id') id: number,
    @Web() web: WebContext,
  ) {
    const context = await this.pages.openKind(path, slug, web);
    return page(deliveryPage(context, await this.log.read(context.project, context.kind, id), web.frame));
  }

  @Post(':delivery_id')
  async redeliver(
    @PathText('project') path: string,
    @PathText('slug') slug: string,
    @PathId('delivery_id') id: number,
    @Web() web: WebContext,
  ) {
    const context = await this.pages.openKind(path, slug, web);
    const { delivery } = await this.redelivery.redeliver(context.project, context.kind, id);
    return seeOther(deliveryAddress(context, context.kind.slug, delivery.id));
  }
}
