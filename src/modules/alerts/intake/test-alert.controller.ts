import { Controller, HttpCode, Post, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import { record } from '../../../common/wire/wire-types.js';
import { Allow } from '../../../core/access/allow.decorator.js';
import { Answers } from '../../../core/access/answers.decorator.js';
import { IdParam, Input, Target } from '../../../core/access/request.decorators.js';
import { Role } from '../../../core/access/role.js';
import type { Project } from '../../../core/projects/project.js';
import type { HttpResponse } from '../../../platform/http/http-types.js';
import { ExplanationSchema } from './explanation.presenter.js';
import { TestAlertInput } from './test-alert.dto.js';
import { TestAlertsService } from './test-alerts.service.js';

/** Contract: alerts §1.8. */
const ReceivedAlertSchema = record('ReceivedAlert', { iid: Type.Integer(), title: Type.String() });

/** Contract: alerts §4. */
@Controller('projects/:id/alert_integrations/:integration_id/test')
@Allow({ on: 'project', role: Role.Developer, membersOnly: true })
export class TestAlertController {
  constructor(private readonly tests: TestAlertsService) {}

  @Post()
  @HttpCode(200)
  @Answers(Type.Array(ReceivedAlertSchema), Type.Array(ExplanationSchema))
  async send(
    @Target() project: Project,
    @IdParam('integration_id') id: number,
    @Input() { payload, dry_run: isDryRun = false }: TestAlertInput,
    @Res({ passthrough: true }) response: HttpResponse,
  ): Promise<unknown> {
    const { json, headers } = await this.tests.send(project, id, { payload, isDryRun });
    Object.entries(headers).forEach(([name, value]) => response.setHeader(name, value));
    return JSON.parse(json);
  }
}
