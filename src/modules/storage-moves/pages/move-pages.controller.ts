import { Get, Post } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { CancellationsService } from '../../../core/operations/cancellations.service.js';
import type { Operation } from '../../../core/operations/operation.js';
import { OperationsService } from '../../../core/operations/operations.service.js';
import { Fields, PageController, PathId, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { textIn } from '../../../platform/views/form-text.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { StoragesService } from '../../repositories/storages/storages.service.js';
import { BulkMovesService } from '../bulk/bulk-moves.service.js';
import { BulkProgressService } from '../bulk/bulk-progress.service.js';
import { MoveSchedulingService } from '../move-scheduling.service.js';
import { MOVE_STATES } from '../records/move-state.js';
import { StorageMovesService } from '../storage-moves.service.js';
import { chosenKind } from './move-fields.js';
import { BASE } from './move-pages.js';
import { movesPage } from './moves.page.js';
import { runPage } from './run.page.js';

const AGAIN_SECONDS = 3;

/** The history of moves, and bulk runs as they come along (contract: storage-moves §3, §6, §13). */
@PageController('admin/storages', { who: 'administrator' })
export class MovePagesController {
  constructor(
    private readonly moves: StorageMovesService,
    private readonly scheduling: MoveSchedulingService,
    private readonly bulk: BulkMovesService,
    private readonly progress: BulkProgressService,
    private readonly operations: OperationsService,
    private readonly cancellations: CancellationsService,
    private readonly storages: StoragesService,
  ) {}

  @Get('moves')
  async list(@QueryFields() query: RawParams, @Web() { frame }: WebContext) {
    const kind = chosenKind(textIn(query, 'kind'));
    const search = {
      state: MOVE_STATES.find((state) => state === textIn(query, 'state')) ?? '',
      source: textIn(query, 'source_storage_name'),
      destination: textIn(query, 'destination_storage_name'),
    };
    const filters = {
      state: search.state || undefined,
      source: search.source || undefined,
      destination: search.destination || undefined,
    };
    const moves = await this.moves.list(kind, filters, pageIn(query));
    return page(movesPage({ kind, moves, search, storages: this.storages.names }, frame));
  }

  @Post('moves/:move_id/cancel')
  async cancel(@PathId('move_id') id: number, @Fields() fields: RawParams, @Web() web: WebContext) {
    const kind = chosenKind(textIn(fields, 'kind'));
    await this.moves.cancel(kind, id);
    return seeOther(web.backTo(`${BASE}/moves`));
  }

  @Post('moves/:move_id/retry')
  async retry(@PathId('move_id') id: number, @Fields() fields: RawParams, @Web() web: WebContext) {
    const kind = chosenKind(textIn(fields, 'kind'));
    await this.scheduling.retry(kind, await this.moves.get(kind, id), web.caller);
    return seeOther(web.backTo(`${BASE}/moves`));
  }

  @Get('runs/:id')
  async run(@PathText('id') id: string, @Web() web: WebContext) {
    const run = await this.progress.of(await this.operation(id, web));
    if (!run) {
      throw notFound('Operation');
    }
    const [failures, skips] = await Promise.all([this.progress.failures(run), this.progress.skips(run)]);
    const headers: Record<string, string> = run.operation.finishedAt === null ? { Refresh: String(AGAIN_SECONDS) } : {};
    return page(runPage({ run, failures, skips }, web.frame), { headers });
  }

  @Post('runs/:id/cancel')
  async cancelRun(@PathText('id') id: string, @Web() web: WebContext) {
    await this.cancellations.cancel(await this.operation(id, web), web.caller);
    return seeOther(`${BASE}/runs/${id}`);
  }

  @Post('runs/:id/retry')
  async retryRun(@PathText('id') id: string, @Web() web: WebContext) {
    const again = await this.bulk.retryFailed(await this.operation(id, web), web.caller.userId);
    return seeOther(`${BASE}/runs/${again.id}`);
  }

  private async operation(id: string, { caller }: WebContext): Promise<Operation> {
    const operation = await this.operations.find(id, caller);
    if (!operation) {
      throw notFound('Operation');
    }
    return operation;
  }
}
