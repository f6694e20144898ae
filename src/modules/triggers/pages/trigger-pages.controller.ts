import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { readInput } from '../../../common/params/read-input.js';
import { Role } from '../../../core/access/role.js';
import { ProjectPagesService } from '../../../core/projects/pages/project-pages.service.js';
import { Fields, PageController, PathId, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import { ShownOnceService } from '../../../core/web/shown-once.service.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { SecretBox } from '../../../platform/crypto/secret-box.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { CreateTriggerInput } from '../triggers.dto.js';
import { TriggersService } from '../triggers.service.js';
import { hereOf, triggersPage } from './triggers.page.js';

/** Pages of trigger tokens, for Maintainers (contract: triggers §1). */
@PageController('*project/-/triggers', { who: 'signed-in' })
export class TriggerPagesController {
  constructor(
    private readonly projects: ProjectPagesService,
    private readonly triggers: TriggersService,
    private readonly box: SecretBox,
    private readonly shownOnce: ShownOnceService,
  ) {}

  @Get()
  async list(@PathText('project') path: string, @QueryFields() query: RawParams, @Web() web: WebContext) {
    const context = await this.projects.openFor(Role.Maintainer, path, web);
    const created = await this.shownOnce.take(web, hereOf(context));
    const triggers = await this.triggers.list(context.project, pageIn(query));
    return page(triggersPage({ context, frame: web.frame, triggers, created }));
  }

  @Post()
  async create(@PathText('project') path: string, @Fields() fields: RawParams, @Web() web: WebContext) {
    const context = await this.projects.openFor(Role.Maintainer, path, web);
    const description = typeof fields.description === 'string' ? fields.description : '';
    const outcome = await refusedFields(() =>
      this.shownOnce.keep(web, hereOf(context), async () => {
        const input = readInput(CreateTriggerInput, { description });
        const limits = { expiresAt: null, allowedRefs: null, allowedVariables: null };
        const trigger = { description: input.description, ...limits };
        return this.box.open((await this.triggers.create(context.project, trigger, web.caller)).token);
      }),
    );
    if ('done' in outcome) {
      return seeOther(hereOf(context));
    }
    const triggers = await this.triggers.list(context.project, pageIn({}));
    const facts = { context, frame: web.frame, triggers, description, errors: outcome.errors };
    return page(triggersPage(facts), { status: 422 });
  }

  @Post(':trigger_id')
  async revoke(@PathText('project') path: string, @PathId('trigger_id') id: number, @Web() web: WebContext) {
    const context = await this.projects.openFor(Role.Maintainer, path, web);
    await this.triggers.delete(context.project, id, web.caller);
    return seeOther(web.backTo(hereOf(context)));
  }
}
