import { Get, Post } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { CancellationsService } from '../../../core/operations/cancellations.service.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import { PausesService } from '../../../core/operations/pauses.service.js';
import { PageController, PathText, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { BulkMovesService } from '../bulk/bulk-moves.service.js';
import { BulkProgressService } from '../bulk/bulk-progress.service.js';
import { BASE } from './move-pages.js';
import { runPage } from './run.page.js';

const AGAIN_SECONDS = 3;

/** Progress pages of bulk runs (contract: storage-moves §6). */
@PageController('admin/storages/runs', { who: 'administrator' })
export class RunPagesController {
  constructor(
    private readonly bulk: BulkMovesService,
    private readonly progress: BulkProgressService,
    private readonly operations: OperationsService,
    private readonly cancellations: CancellationsService,
    private readonly pauses: PausesService,
  ) {}

  @Get(':id')
  async show(@PathText('id') id: string, @Web() web: WebContext) {
    const run = await this.progress.of(await this.operations.get(id, web.caller));
    if (!run) {
      throw notFound('Operation');
    }
    const [failures, skips] = await Promise.all([this.progress.failures(run), this.progress.skips(run)]);
    const headers: Record<string, string> = run.operation.finishedAt === null ? { Refresh: String(AGAIN_SECONDS) } : {};
    return page(runPage({ run, failures, skips }, web.frame), { headers });
  }

  @Post(':id/cancel')
  async cancel(@PathText('id') id: string, @Web() web: WebContext) {
    await this.cancellations.cancel(await this.operations.get(id, web.caller), web.caller);
    return seeOther(`${BASE}/runs/${id}`);
  }

  @Post(':id/pause')
  async pause(@PathText('id') id: string, @Web() web: WebContext) {
    await this.pauses.pause(await this.operations.get(id, web.caller));
    return seeOther(`${BASE}/runs/${id}`);
  }

  @Post(':id/resume')
  async resume(@PathText('id') id: string, @Web() web: WebContext) {
    await this.pauses.resume(await this.operations.get(id, web.caller));
    return seeOther(`${BASE}/runs/${id}`);
  }

  @Post(':id/retry')
  async retry(@PathText('id') id: string, @Web() web: WebContext) {
    const again = await this.bulk.retryFailed(await this.operations.get(id, web.caller), web.caller.userId);
    return seeOther(`${BASE}/runs/${again.id}`);
  }
}
