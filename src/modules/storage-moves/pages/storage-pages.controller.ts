import { Get, Post } from '@nestjs/common';
import { invalidField } from '../../../common/errors/catalogue.js';
import { ApiError } from '../../../common/errors/api-error.js';
import type { RawParams } from '../../../common/params/form-encoding.js';
import { Fields, PageController, PathText, QueryFields, Web } from '../../../core/web/page.decorators.js';
import type { WebContext } from '../../../core/web/web-context.js';
import { refusedFields } from '../../../platform/views/field-errors.js';
import type { FieldErrors } from '../../../platform/views/field-errors.js';
import type { Frame } from '../../../platform/views/layout.js';
import { page, seeOther } from '../../../platform/views/web-answer.js';
import type { WebAnswer } from '../../../platform/views/web-answer.js';
import { BulkMovesService } from '../bulk/bulk-moves.service.js';
import { StorageCleaningService } from '../leftovers/storage-cleaning.service.js';
import { MoveSchedulingService } from '../move-scheduling.service.js';
import { RepositoryStoragesService } from '../storages/repository-storages.service.js';
import { StorageMovesService } from '../storage-moves.service.js';
import { chosenKind, readMoveFields } from './move-fields.js';
import type { MoveFields } from './move-fields.js';
import { BASE } from './move-pages.js';
import { previewPage } from './preview.page.js';
import { storagesPage } from './storages.page.js';

/** Storages, and moves of one container or of all on a storage (contract: storage-moves §3, §6, §13). */
@PageController('admin/storages', { who: 'administrator' })
export class StoragePagesController {
  constructor(
    private readonly storages: RepositoryStoragesService,
    private readonly moves: StorageMovesService,
    private readonly scheduling: MoveSchedulingService,
    private readonly bulk: BulkMovesService,
    private readonly cleaning: StorageCleaningService,
  ) {}

  @Get()
  async show(@Web() { frame }: WebContext) {
    return page(storagesPage({ storages: await this.storages.list(), values: readMoveFields({}) }, frame));
  }

  @Get('preview')
  async preview(@QueryFields() query: RawParams, @Web() { frame }: WebContext) {
    const values = readMoveFields(query);
    const kind = chosenKind(values.kind);
    const outcome = await refusedFields(() => this.previewOf(values));
    return 'done' in outcome
      ? page(previewPage(kind, outcome.done, values, frame))
      : this.refused(values, outcome.errors, frame);
  }

  @Post('moves')
  async schedule(@Fields() fields: RawParams, @Web() { caller, frame }: WebContext) {
    const values = readMoveFields(fields);
    const kind = chosenKind(values.kind);
    const outcome = await refusedFields(async () => {
      if (values.container === '') {
        return `${BASE}/runs/${(await this.bulk.start(kind, orderOf(values), caller.userId)).id}`;
      }
      const containerId = await this.containerOf(values);
      const order = { containerId, destination: orderOf(values).destination, operationId: null };
      await this.scheduling.schedule(kind, order, caller);
      return `${BASE}/moves?kind=${kind.name}`;
    });
    return 'done' in outcome ? seeOther(outcome.done) : this.refused(values, outcome.errors, frame);
  }

  @Post(':name/clean')
  async clean(@PathText('name') name: string, @Web() { caller }: WebContext) {
    return seeOther(`/-/operations/${(await this.cleaning.start(name, caller)).id}`);
  }

  private async previewOf(values: MoveFields) {
    const kind = chosenKind(values.kind);
    const order = orderOf(values);
    return values.container === ''
      ? this.bulk.preview(kind, order)
      : this.bulk.previewOne(kind, await this.containerOf(values), order.destination);
  }

  /** Throws a field error if there is no such container. */
  private containerOf({ kind, container }: MoveFields): Promise<number> {
    return this.moves.containerId(chosenKind(kind), container).catch((error: unknown) => {
      throw error instanceof ApiError && error.status === 404 ? invalidField('container', 'is not found') : error;
    });
  }

  private async refused(values: MoveFields, errors: FieldErrors, frame: Frame): Promise<WebAnswer> {
    return page(storagesPage({ storages: await this.storages.list(), values, errors }, frame), { status: 422 });
  }
}

const orderOf = ({ source, destination }: MoveFields) => ({
  source,
  destination: destination === '' ? null : destination,
});
