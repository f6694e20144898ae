import { Get, Req, Res } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../platform/http/http-types.js';
import { ApiError } from '../../common/errors/api-error.js';
import { unknownRoute } from '../../common/errors/catalogue.js';
import { writeText } from '../../platform/http/write-answer.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { RootController } from '../../platform/http/root-controller.js';
import { Public } from '../access/allow.decorator.js';
import { Answers } from '../access/answers.decorator.js';
import { READ_SCOPES } from '../access/scope.js';
import { CallerResolver } from '../access/caller-resolver.js';

const LOOPBACK = /^(::ffff:)?127\.|^::1$/;

/** Metrics for Prometheus, for requests from this machine and administrators; others get 404 (contract: core §1.3). */
@RootController('-/metrics')
@Public()
export class MetricsController {
  constructor(
    private readonly metrics: Metrics,
    private readonly callers: CallerResolver,
  ) {}

  @Get()
  @Answers(null)
  async show(@Req() request: HttpRequest, @Res() response: HttpResponse): Promise<void> {
    if (!isLocal(request) && !(await this.isAdministrator(request, response))) {
      throw unknownRoute();
    }
    response.setHeader('Cache-Control', 'no-store');
    writeText(response, 200, await this.metrics.text(), this.metrics.contentType);
  }

  private async isAdministrator(request: HttpRequest, response: HttpResponse): Promise<boolean> {
    try {
      const caller = await this.callers.callerOf(request, response);
      return caller.isAdmin && caller.hasOneOf(READ_SCOPES);
    } catch (error) {
      if (error instanceof ApiError) {
        return false;
      }
      throw error;
    }
  }
}

/** A request forwarded by a proxy on this machine has another origin. */
const isLocal = ({ socket, headers }: HttpRequest): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers.forwarded === undefined;
