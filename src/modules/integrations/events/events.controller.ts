import { Controller, Post, Res } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { TakesBody } from '../../../core/access/body-limits.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Sent, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import { EventPreviewSchema, IntegrationEventSchema, presentEvent, presentPreview } from './event.presenter.js';
import { ProjectRateService } from '../planning/project-rate.service.js';
import { CreateEventInput } from './events.dto.js';
import { EventsApiService } from './events-api.service.js';

/** Contract: integrations §4.3. */
const EVENT_BODY = { bytes: 2 * 1024 * 1024, values: 100_000 };
const EVENT_RATE = { name: 'throttle_integration_events', requests: 1000 };

/** Contract: integrations §4.3. */
@Controller('projects/:id/events')
@Allow({ on: 'project', role: Role.Maintainer })
export class EventsController {
  constructor(
    private readonly events: EventsApiService,
    private readonly rate: ProjectRateService,
  ) {}

  @Post()
  @TakesBody(EVENT_BODY)
  @Answers(IntegrationEventSchema, EventPreviewSchema)
  async create(
    @Target() project: Project,
    @Me() me: Caller,
    @Input() input: CreateEventInput,
    @Sent() sent: RawParams,
    @Res({ passthrough: true }) response: HttpResponse,
  ) {
    await this.rate.count(project, EVENT_RATE);
    if (input.dry_run) {
      response.statusCode = 200;
      const { payload, decisions } = await this.events.preview(project, sent, me);
      return presentPreview(payload, decisions);
    }
    const recorded = await this.events.create(project, sent, eventIdOf(input), me);
    response.statusCode = recorded.isNew ? 201 : 200;
    return presentEvent(recorded);
  }
}

/** A blank id counts as none. */
const eventIdOf = ({ event_id: id }: CreateEventInput): string | null => (id === undefined || id === '' ? null : id);
