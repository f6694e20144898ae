import { Controller, Get, Header, HttpCode, Post, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { nullable, record, Time } from '../../../common/wire/wire-types.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Input, Me, Paging, Target, TextParam } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import { AcceptedSchema, operationLocation, presentAccepted } from '../../../core/operations/operation.presenter.js';
import type { Project } from '../../../core/projects/project.js';
import { Env } from '../../../platform/config/env.js';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import { AvailableKinds } from '../settings/available-kinds.js';
import { BulkRedeliveryService } from './bulk-redelivery.service.js';
import { ListDeliveriesQuery, RedeliverInput } from './deliveries.dto.js';
import { DeliverySchema, FullDeliverySchema, presentDelivery, presentFullDelivery } from './delivery.presenter.js';
import { DeliveryLogService } from './delivery-log.service.js';
import { RedeliveryService } from './redelivery.service.js';
import { SigningSecretsService } from './signing-secrets.service.js';

const SigningSecretSchema = record('SigningSecret', {
  signing_secret: Type.String(),
  previous_valid_until: nullable(Time),
});

const RedeliveryPreviewSchema = record('RedeliveryPreview', {
  count: Type.Integer(),
  deliveries: Type.Array(DeliverySchema),
});

/** Contract: integrations §8.4, §8.5, §8.6. */
@Controller(['projects/:id/integrations/:slug', 'projects/:id/services/:slug'])
@Allow({ on: 'project', role: Role.Maintainer })
export class DeliveriesController {
  constructor(
    private readonly log: DeliveryLogService,
    private readonly signing: SigningSecretsService,
    private readonly redelivery: RedeliveryService,
    private readonly bulk: BulkRedeliveryService,
    private readonly kinds: AvailableKinds,
    private readonly env: Env,
  ) {}

  @Get('deliveries')
  @Answers([DeliverySchema])
  async list(
    @Target() project: Project,
    @TextParam('slug') slug: string,
    @Paging() page: PageRequest,
    @Input() query: ListDeliveriesQuery,
  ) {
    const found = await this.log.list(project, this.kinds.get(slug), query.toFilters(), page);
    return found.map(presentDelivery);
  }

  @Get('deliveries/:delivery_id')
  @Answers(FullDeliverySchema)
  async show(@Target() project: Project, @TextParam('slug') slug: string, @IdParam('delivery_id') id: number) {
    return presentFullDelivery(await this.log.read(project, this.kinds.get(slug), id));
  }

  @Post('deliveries/redeliver')
  @HttpCode(202)
  @Answers(AcceptedSchema, RedeliveryPreviewSchema)
  async redeliverMany(
    @Target() project: Project,
    @TextParam('slug') slug: string,
    @Me() me: Caller,
    @Input() input: RedeliverInput,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const kind = this.kinds.get(slug);
    if (input.dry_run) {
      response.statusCode = 200;
      const { count, deliveries } = await this.bulk.preview(project, kind, input.toFilters());
      return { count, deliveries: deliveries.map(presentDelivery) };
    }
    const operation = await this.bulk.start(project, kind, input.toFilters(), me);
    response.setHeader('Location', operationLocation(operation, this.env.baseUrl));
    return presentAccepted(operation);
  }

  @Post('deliveries/:delivery_id/redeliver')
  @Answers(DeliverySchema)
  async redeliver(
    @Target() project: Project,
    @TextParam('slug') slug: string,
    @IdParam('delivery_id') id: number,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    const { delivery, isNew } = await this.redelivery.redeliver(project, this.kinds.get(slug), id);
    response.statusCode = isNew ? 201 : 200;
    return presentDelivery(delivery);
  }

  @Post('signing_secret')
  @Header('Cache-Control', 'no-store')
  @Answers(SigningSecretSchema)
  async rotate(@Target() project: Project, @TextParam('slug') slug: string, @Me() me: Caller) {
    const { secret, previousValidUntil } = await this.signing.rotate(project, this.kinds.get(slug), me);
    return { signing_secret: secret, previous_valid_until: previousValidUntil };
  }
}
