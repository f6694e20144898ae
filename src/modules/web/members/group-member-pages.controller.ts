import { Get } from '@nestjs/common';
import { forbidden } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Role } from '../../../core/access/role.js';
import { GroupPages } from '../../../core/groups/pages/group-pages.service.js';
import { groupContainer } from '../../../core/groups/group-members.js';
import { MembersService } from '../../../core/members/members.service.js';
import { PageController, PathText, QueryFields, Visiting } from '../../../core/sessions/page.decorators.js';
import type { Visit } from '../../../core/sessions/visit.js';
import { ContainerTokensService } from '../../../core/tokens/container-tokens.service.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page } from '../../../platform/views/web-answer.js';
import { membersContent, tokensContent } from './members.page.js';

const MEMBERS = { name: 'Members', path: '/-/members', position: 10 } as const;
const TOKENS = { name: 'Access tokens', path: '/-/access_tokens', position: 90, least: Role.Owner } as const;

/** Who opens a group (contract: core §4, §7). */
@PageController('groups/*group/-', { who: 'signed-in' })
export class GroupMemberPagesController {
  constructor(
    private readonly pages: GroupPages,
    private readonly members: MembersService,
    private readonly tokens: ContainerTokensService,
  ) {
    pages.addTab(MEMBERS);
    pages.addTab(TOKENS);
  }

  @Get('members')
  async listMembers(@PathText('group') path: string, @QueryFields() query: RawParams, @Visiting() visit: Visit) {
    const place = await this.pages.open(path, visit);
    const found = await this.members.listAll(groupContainer(place.group), {}, pageIn(query));
    return page(
      place.page({ tab: MEMBERS.name, title: 'Members' }, membersContent(found, place.address + MEMBERS.path)),
    );
  }

  @Get('access_tokens')
  async listTokens(@PathText('group') path: string, @QueryFields() query: RawParams, @Visiting() visit: Visit) {
    const place = await this.pages.open(path, visit);
    if (!visit.caller.isAtLeast(TOKENS.least, place.group.level)) {
      throw forbidden();
    }
    const found = await this.tokens.list(groupContainer(place.group), pageIn(query));
    return page(
      place.page({ tab: TOKENS.name, title: 'Access tokens' }, tokensContent(found, place.address + TOKENS.path)),
    );
  }
}
