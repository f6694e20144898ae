import { Controller, HttpCode, Post } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import { record } from '../../../../common/wire/wire-types.js';
import { Bool, Text } from '../../../../common/params/param.decorators.js';
import { Allow } from '../../../../core/access/allow.decorator.js';
import { Answers } from '../../../../core/access/answers.decorator.js';
import type { Caller } from '../../../../core/access/caller.js';
import { Input, Me, Target, TextParam } from '../../../../core/access/request.decorators.js';
import { Role } from '../../../../core/access/role.js';
import type { Project } from '../../../../core/projects/project.js';
import { ProjectRateService } from '../../planning/project-rate.service.js';
import { RenderedStepSchema } from '../../planning/rendered-step.schema.js';
import { AvailableKinds } from '../../settings/available-kinds.js';
import { DeliverySchema, presentDelivery } from '../delivery.presenter.js';
import { IntegrationTestsService } from './integration-tests.service.js';
import { TEST_RATE } from './test-rate.js';

const TestResultSchema = record('IntegrationTestResult', {
  success: Type.Boolean(),
  result: Type.String(),
  delivery: DeliverySchema,
});
const TestPreviewSchema = record('IntegrationTestPreview', {
  success: Type.Boolean(),
  steps: Type.Array(RenderedStepSchema),
});

export class TestIntegrationInput {
  @Text({ hasDefault: true, max: Infinity, description: 'One of the events of the kind; its first when absent.' })
  event?: string;
  @Bool({ description: 'Only says what would be sent.' }) dry_run?: boolean;
}

/** Contract: integrations §8.6. */
@Controller(['projects/:id/integrations/:slug/test', 'projects/:id/services/:slug/test'])
@Allow({ on: 'project', role: Role.Maintainer })
export class IntegrationTestsController {
  constructor(
    private readonly tests: IntegrationTestsService,
    private readonly rate: ProjectRateService,
    private readonly kinds: AvailableKinds,
  ) {}

  @Post()
  @HttpCode(200)
  @Answers(TestResultSchema, TestPreviewSchema)
  async test(
    @Target() project: Project,
    @TextParam('slug') slug: string,
    @Me() me: Caller,
    @Input() { event, dry_run: isDry }: TestIntegrationInput,
  ) {
    const kind = this.kinds.get(slug);
    await this.rate.count(project, TEST_RATE);
    if (isDry) {
      return { success: true, steps: await this.tests.preview(project, kind, event, me) };
    }
    const delivery = await this.tests.test(project, kind, event, me);
    const success = delivery.state === 'succeeded';
    const answer = delivery.responseStatus === null ? 'Sent.' : `The receiver answered ${delivery.responseStatus}.`;
    return { success, result: success ? answer : (delivery.error ?? answer), delivery: presentDelivery(delivery) };
  }
}
