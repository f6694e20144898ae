import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import type { PageRequest } from '../../../common/pagination/page-request.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { IdParam, Input, Me, Paging, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Group } from '../../../core/groups/group.js';
import type { Project } from '../../../core/projects/project.js';
import { jobFilter, ListJobsQuery } from '../jobs/jobs.dto.js';
import { JobViewsService } from '../jobs/job-views.service.js';
import { JobSchema } from '../jobs/job.presenter.js';
import { AssignRunnerInput, ListRunnersQuery, runnerChanges, runnerFilters, UpdateRunnerInput } from './runners.dto.js';
import { RunnerByIdResolver } from './runner-by-id.resolver.js';
import { RunnerViewsService } from './runner-views.service.js';
import { presentRunner, RunnerDetailsSchema, RunnerSchema } from './runner.presenter.js';
import type { Runner } from './runner.js';
import { RunnersService } from './runners.service.js';

const FOR_MANAGERS = { on: RunnerByIdResolver, role: Role.Maintainer } as const;
const FOR_MAINTAINERS = { on: 'project', role: Role.Maintainer } as const;

/** Management of runners by users (contract: triggers §9). */
@Controller()
export class RunnersController {
  constructor(
    private readonly runners: RunnersService,
    private readonly views: RunnerViewsService,
    private readonly jobViews: JobViewsService,
  ) {}

  @Get('runners')
  @Allow({ on: 'instance' })
  @Answers([RunnerSchema])
  async own(@Me() me: Caller, @Input() query: ListRunnersQuery, @Paging() page: PageRequest) {
    return (await this.runners.own(me, runnerFilters(query), page)).map(presentRunner);
  }

  @Get('runners/all')
  @Allow({ on: 'instance', role: 'admin' })
  @Answers([RunnerSchema])
  async all(@Input() query: ListRunnersQuery, @Paging() page: PageRequest) {
    return (await this.runners.all(runnerFilters(query), page)).map(presentRunner);
  }

  @Get('projects/:id/runners')
  @Allow(FOR_MAINTAINERS)
  @Answers([RunnerSchema])
  async ofProject(@Target() project: Project, @Input() query: ListRunnersQuery, @Paging() page: PageRequest) {
    return (await this.runners.ofProject(project, runnerFilters(query), page)).map(presentRunner);
  }

  @Get('groups/:id/runners')
  @Allow({ on: 'group', role: Role.Owner })
  @Answers([RunnerSchema])
  async ofGroup(@Target() group: Group, @Input() query: ListRunnersQuery, @Paging() page: PageRequest) {
    return (await this.runners.ofGroup(group, runnerFilters(query), page)).map(presentRunner);
  }

  @Post('projects/:id/runners')
  @Allow(FOR_MAINTAINERS)
  @Answers(RunnerSchema)
  async assign(@Target() project: Project, @Me() me: Caller, @Input() { runner_id: id }: AssignRunnerInput) {
    return presentRunner(await this.runners.assign(project, id, me));
  }

  @Delete('projects/:id/runners/:runner_id')
  @HttpCode(204)
  @Allow(FOR_MAINTAINERS)
  @Answers(null)
  async unassign(@Target() project: Project, @IdParam('runner_id') id: number) {
    await this.runners.unassign(project, id);
  }

  @Get('runners/:runner_id')
  @Allow(FOR_MANAGERS)
  @Answers(RunnerDetailsSchema)
  async show(@Target() runner: Runner) {
    return this.views.details(runner);
  }

  @Put('runners/:runner_id')
  @Allow(FOR_MANAGERS)
  @Answers(RunnerDetailsSchema)
  async update(@Target() runner: Runner, @Input() input: UpdateRunnerInput) {
    return this.views.details(await this.runners.update(runner, runnerChanges(input)));
  }

  @Delete('runners/:runner_id')
  @HttpCode(204)
  @Allow(FOR_MANAGERS)
  @Answers(null)
  delete(@Target() runner: Runner) {
    return this.runners.delete(runner);
  }

  @Get('runners/:runner_id/jobs')
  @Allow(FOR_MANAGERS)
  @Answers([JobSchema])
  async jobs(@Target() runner: Runner, @Me() me: Caller, @Input() query: ListJobsQuery, @Paging() page: PageRequest) {
    return this.jobViews.page(await this.runners.jobsOf(runner, jobFilter(query), me, page));
  }
}
