import { Controller, HttpCode, Post } from '@nestjs/common';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import type { Caller } from '../../../core/access/caller.js';
import { Input, Me, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import { PipelineLintService } from '../creation/pipeline-lint.service.js';
import type { Project } from '../../../core/projects/project.js';
import { LintInput } from './lint.dto.js';
import { LintSchema, presentLint } from './lint.presenter.js';

/** Contract: triggers §16.8. */
@Controller('projects/:id/ci/lint')
@Allow({ on: 'project', role: Role.Developer })
export class LintController {
  constructor(private readonly definitions: PipelineLintService) {}

  @Post()
  @HttpCode(200)
  @Answers(LintSchema)
  async lint(@Target() project: Project, @Me() me: Caller, @Input() { content, ref }: LintInput) {
    const refText = ref === undefined || ref === '' ? null : ref;
    return presentLint(await this.definitions.lint(project.id, content, refText, me.userId));
  }
}
