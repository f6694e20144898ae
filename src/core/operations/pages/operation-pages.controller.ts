import { Get, Post } from '@nestjs/common';
import { CancellationsService } from '../cancellations.service.js';
import type { Operation } from '../operation.js';
import { OperationsService } from '../operations.service.js';
import { PausesService } from '../pauses.service.js';
import { maySteer, requireSteering } from '../steering.js';
import { PageController, PathText, Web } from '../../web/page.decorators.js';
import type { WebContext } from '../../web/web-context.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { operationPage } from './operation.page.js';

const AGAIN_SECONDS = 3;

/** Pages of operations, with the permissions of the API (contract: conventions §13). */
@PageController('-/operations', { who: 'signed-in' })
export class OperationPagesController {
  constructor(
    private readonly operations: OperationsService,
    private readonly cancellations: CancellationsService,
    private readonly pauses: PausesService,
  ) {}

  @Get(':id')
  async show(@PathText('id') id: string, @Web() web: WebContext) {
    const operation = await this.operations.get(id, web.caller);
    const isOpen = operation.state === 'scheduled' || operation.state === 'running';
    const headers: Record<string, string> = isOpen ? { Refresh: String(AGAIN_SECONDS) } : {};
    return page(operationPage(operation, web.frame, maySteer(operation, web.caller)), { headers });
  }

  @Post(':id/cancel')
  async cancel(@PathText('id') id: string, @Web() web: WebContext) {
    await this.cancellations.cancel(await this.steered(id, web), web.caller);
    return seeOther(`/-/operations/${id}`);
  }

  @Post(':id/pause')
  async pause(@PathText('id') id: string, @Web() web: WebContext) {
    await this.pauses.pause(await this.steered(id, web));
    return seeOther(`/-/operations/${id}`);
  }

  @Post(':id/resume')
  async resume(@PathText('id') id: string, @Web() web: WebContext) {
    await this.pauses.resume(await this.steered(id, web));
    return seeOther(`/-/operations/${id}`);
  }

  private async steered(id: string, { caller }: WebContext): Promise<Operation> {
    const operation = await this.operations.get(id, caller);
    requireSteering(operation, caller);
    return operation;
  }
}
