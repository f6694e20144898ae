import { Controller, Get, Header, Post } from '@nestjs/common';
import type { PageRequest } from '../../common/pagination/page-request.js';
import { AccessEntrySchema, presentAccessEntry } from '../access-report/access-report.presenter.js';
import { AccessReportService } from '../access-report/access-report.service.js';
import { Allow } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import type { Caller } from '../access/caller.js';
import { Me, Paging, Target } from '../access/request.decorators.js';
import { Role } from '../access/role.js';
import { projectContainer } from './project-members.js';
import { ProjectRunnersTokenService } from './project-runners-token.service.js';
import type { Project } from './project.js';
import { RegistrationTokenSchema } from '../access/registration-token.js';

/** Contract: core §9, §15.4. */
@Controller('projects/:id')
@Allow({ on: 'project', role: Role.Maintainer })
export class ProjectAccessController {
  constructor(
    private readonly report: AccessReportService,
    private readonly runnersToken: ProjectRunnersTokenService,
  ) {}

  @Get('access_report')
  @Answers([AccessEntrySchema])
  async list(@Target() project: Project, @Paging('none') page: PageRequest) {
    return (await this.report.list(projectContainer(project), page)).map(presentAccessEntry);
  }

  @Post('runners/reset_registration_token')
  @Header('Cache-Control', 'no-store')
  @Answers(RegistrationTokenSchema)
  async resetRunnersToken(@Target() project: Project, @Me() me: Caller) {
    return { token: await this.runnersToken.reset(project, me) };
  }
}
