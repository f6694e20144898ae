import { Get, Header, Res } from '@nestjs/common';
import { Type } from '@sinclair/typebox';
import type { HttpResponse } from '../../platform/http/http-types.js';
import { Readiness } from './readiness.js';
import { RootController } from '../../platform/http/root-controller.js';
import { Public } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import { record } from '../../common/wire/wire-types.js';

const HealthSchema = record('Health', { status: Type.String() });
const ReadinessSchema = record('Readiness', {
  status: Type.String(),
  checks: Type.Record(Type.String(), Type.String()),
});

/** Endpoints for monitoring, outside the API (contract: core §1.3). */
@RootController('-')
@Public()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('health')
  @Header('Cache-Control', 'no-store')
  @Answers(HealthSchema)
  health() {
    return { status: 'ok' };
  }

  @Get('readiness')
  @Header('Cache-Control', 'no-store')
  @Answers(ReadinessSchema)
  async ready(@Res({ passthrough: true }) response: HttpResponse) {
    const report = await this.readiness.report();
    response.statusCode = report.status === 'ok' ? 200 : 503;
    return report;
  }
}
