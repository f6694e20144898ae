import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Res } from '@nestjs/common';
import type { HttpResponse } from '../../platform/http/http-types.js';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import { IdParam, Input, Paging, Target } from '../access/request.decorators.js';
import { Role } from '../access/role.js';
import { AuditEventSchema, presentAuditEvent } from './audit-event.presenter.js';
import { AuditLogService } from './audit-log.service.js';
import type { AuditEvent } from './audit-event.js';
import { ListAllAuditEventsQuery, ListAuditEventsQuery } from './audit.dto.js';
import { JsonLines } from '../../common/wire/wire-types.js';

/** A project or group whose events are read. */
interface Audited {
  readonly id: number;
}

/** Contract: conventions §17, §21.6. */
@Controller()
export class AuditLogController {
  constructor(private readonly log: AuditLogService) {}

  @Get('groups/:id/audit_events')
  @Allow({ on: 'group', role: Role.Owner })
  @Answers([AuditEventSchema])
  async listOfGroup(@Target() group: Audited, @Paging() page: PageRequest, @Input() query: ListAuditEventsQuery) {
    return (await this.log.list({ groupId: group.id, ...period(query) }, page)).map(presentAuditEvent);
  }

  @Get('groups/:id/audit_events/:audit_event_id')
  @Allow({ on: 'group', role: Role.Owner })
  @Answers(AuditEventSchema)
  async showOfGroup(@Target() group: Audited, @IdParam('audit_event_id') id: number) {
    return presentAuditEvent(await this.log.get(id, { groupId: group.id }));
  }

  @Get('projects/:id/audit_events')
  @Allow({ on: 'project', role: Role.Maintainer })
  @Answers([AuditEventSchema])
  async listOfProject(@Target() project: Audited, @Paging() page: PageRequest, @Input() query: ListAuditEventsQuery) {
    const filters = { entityType: 'Project', entityId: project.id, ...period(query) };
    return (await this.log.list(filters, page)).map(presentAuditEvent);
  }

  @Get('audit_events')
  @Allow({ on: 'instance', role: 'admin' })
  @Answers([AuditEventSchema])
  async listAll(@Paging() page: PageRequest, @Input() query: ListAllAuditEventsQuery) {
    const filters = { entityType: query.entity_type, entityId: query.entity_id, ...period(query) };
    return (await this.log.list(filters, page)).map(presentAuditEvent);
  }

  @Get('audit_events/export')
  @Allow({ on: 'instance', role: 'admin' })
  @Answers(JsonLines)
  async export(@Input() query: ListAuditEventsQuery, @Res() response: HttpResponse): Promise<void> {
    response.setHeader('Content-Type', 'application/x-ndjson; charset=utf-8');
    response.setHeader('Cache-Control', 'no-store');
    await pipeline(Readable.from(ndjson(this.log.export(period(query)))), response);
  }
}

const period = (query: ListAuditEventsQuery) => ({
  createdAfter: query.created_after,
  createdBefore: query.created_before,
});

async function* ndjson(events: AsyncIterable<AuditEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    yield `${JSON.stringify(presentAuditEvent(event))}\n`;
  }
}
