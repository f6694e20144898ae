import { Get, Post } from '@nestjs/common';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PageController, PathId, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { textIn } from '../../../platform/views/form-text.js';
import { pageIn } from '../../../platform/views/pager.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import { StoragesService } from '../../repositories/storages/storages.service.js';
import { MoveSchedulingService } from '../move-scheduling.service.js';
import { MOVE_STATES } from '../records/move-state.js';
import { StorageMovesService } from '../storage-moves.service.js';
import { chosenKind } from './move-fields.js';
import { BASE } from './move-pages.js';
import { movesPage } from './moves.page.js';

/** The history of moves (contract: storage-moves §3, §13). */
@PageController('admin/storages', { who: 'administrator' })
export class MovePagesController {
  constructor(
    private readonly moves: StorageMovesService,
    private readonly scheduling: MoveSchedulingService,
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
}
