import { Get } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Role } from '../../../core/access/role.js';
import { ProjectPages } from '../../../core/projects/pages/project-pages.service.js';
import { levelOf } from '../../../core/projects/project.js';
import { projectContainer } from '../../../core/projects/project-members.js';
import { MembersService } from '../../../core/members/members.service.js';
import { PageController, PathText, QueryFields, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { ContainerTokensService } from '../../../core/tokens/container-tokens.service.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page } from '../../../platform/views/web-answer.js';
import { membersContent, tokensContent } from './members.page.js';

const MEMBERS = { name: 'Members', path: '/-/members', position: 10 } as const;
const TOKENS = { name: 'Access tokens', path: '/-/access_tokens', position: 90, least: Role.Maintainer } as const;

/** Who opens a project (contract: core §4, §7). */
@PageController('*project/-', { who: 'signed-in' })
export class ProjectMemberPagesController {
  constructor(
    private readonly pages: ProjectPages,
    private readonly members: MembersService,
    private readonly tokens: ContainerTokensService,
  ) {
    pages.addTab(MEMBERS);
    pages.addTab(TOKENS);
  }

  @Get('members')
  async listMembers(@PathText('project') path: string, @QueryFields() query: RawParams, @Visiting() visit: Visit) {
    const place = await this.pages.open(path, visit);
    const found = await this.members.listAll(projectContainer(place.project), {}, pageIn(query));
    return page(
      place.page({ tab: MEMBERS.name, title: 'Members' }, membersContent(found, place.address + MEMBERS.path)),
    );
  }

  @Get('access_tokens')
  async listTokens(@PathText('project') path: string, @QueryFields() query: RawParams, @Visiting() visit: Visit) {
    const place = await this.pages.open(path, visit);
    if (!visit.caller.isAtLeast(TOKENS.least, levelOf(place.project))) {
      throw forbidden();
    }
    const found = await this.tokens.list(projectContainer(place.project), pageIn(query));
    return page(
      place.page({ tab: TOKENS.name, title: 'Access tokens' }, tokensContent(found, place.address + TOKENS.path)),
    );
  }
}
