import { Controller, Get, Header, Post } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { AccessEntrySchema, presentAccessEntry } from '../access-report/access-report.presenter.js';
import { AccessReportService } from '../access-report/access-report.service.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { Me, Paging, Target } from '../access/request.decorators.js';
import { Role } from '../access/role.js';
import { groupContainer } from './group-members.js';
import { GroupRunnersTokenService } from './group-runners-token.service.js';
import type { Group } from './group.js';
import { RegistrationTokenSchema } from '../access/registration-token.js';

/** Contract: core §9, §15.4. */
@Controller('groups/:id')
@Allow({ on: 'group', role: Role.Owner })
export class GroupAccessController {
  constructor(
    private readonly report: AccessReportService,
    private readonly runnersToken: GroupRunnersTokenService,
  ) {}

  @Get('access_report')
  @Answers([AccessEntrySchema])
  async list(@Target() group: Group, @Paging('none') page: PageRequest) {
    return (await this.report.list(groupContainer(group), page)).map(presentAccessEntry);
  }

  @Post('runners/reset_registration_token')
  @Header('Cache-Control', 'no-store')
  @Answers(RegistrationTokenSchema)
  async resetRunnersToken(@Target() group: Group, @Me() me: Caller) {
    return { token: await this.runnersToken.reset(group, me) };
  }
}
