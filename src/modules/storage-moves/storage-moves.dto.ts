import { NOT_A_VALUE } from '../../common/errors/catalogue.js';
import { Bool, Filter, OneOf, Text } from '../../common/params/param.decorators.js';
import { MOVE_STATES } from './records/move-state.js';
import type { MoveFilters } from './records/storage-moves.repository.js';

/** Contract: storage-moves §3. */
export class ListStorageMovesQuery {
  @OneOf(MOVE_STATES) state?: string;
  @Filter() source_storage_name?: string;
  @Filter() destination_storage_name?: string;

  toFilters(): MoveFilters {
    return {
      state: this.state,
      source: this.source_storage_name,
      destination: this.destination_storage_name,
    };
  }
}

/** Contract: storage-moves §3: a name of any length is one that is configured or not. */
export class ScheduleMoveInput {
  @Text({ max: Infinity }) destination_storage_name?: string;
  @Bool() dry_run?: boolean;
}

/** Contract: storage-moves §3, §6. */
export class ScheduleMovesInput {
  @Text({ required: true, blank: true, max: Infinity, unreadable: NOT_A_VALUE }) source_storage_name: string;
  @Text({ max: Infinity, unreadable: NOT_A_VALUE }) destination_storage_name?: string;
  @Bool() dry_run?: boolean;
}
