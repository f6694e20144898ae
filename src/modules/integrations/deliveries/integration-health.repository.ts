import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { boolean, query, selectList } from '../../../platform/database/typed-sql.js';
import { IntegrationEntity } from '../settings/integration.entity.js';

const integration = columnsOf(IntegrationEntity, 'i');
const CHANGE_COLUMNS = {
  isPaused: boolean`(i.paused_reason is not null)`,
  wasPaused: boolean`(old.paused_reason is not null)`,
  reason: integration.pausedReason,
};

/** Whether an attempt paused an integration, or resumed it. */
export interface HealthChange {
  readonly isPaused: boolean;
  readonly wasPaused: boolean;
  readonly reason: string | null;
}

/** Contract: integrations §8.3. */
const FAILURES_TO_PAUSE = 10;
const FAILING_HOURS = 1;
const FIRST_PROBE = '1 minute';
const LAST_PROBE = '1 hour';
const FAILED = 'Deliveries failed again and again.';
const GONE = 'The receiver answered 410: it is gone.';

/** Records the health of integrations, in the transaction that stores the result of the attempt. */
@Injectable()
export class IntegrationHealthRepository {
  constructor(private readonly database: Database) {}

  succeeded(id: number): Promise<HealthChange | null> {
    return this.database.row(
      query(
        CHANGE_COLUMNS,
        sql`
          update integrations i
          set consecutive_failures = 0, failing_since = null, last_success_at = now(),
            paused_until = null, paused_reason = null
          from (select * from integrations where id = ${id} for no key update) old
          where i.id = old.id returning ${selectList(CHANGE_COLUMNS)}`,
      ),
    );
  }

  /**
   * Records a failure. Ten failures over at least an hour pause the integration, as does a receiver that is gone; a
   * failed probe is repeated later.
   */
  failed(id: number, { isGone }: { readonly isGone: boolean }): Promise<HealthChange | null> {
    const isWorn = sql`old.consecutive_failures + 1 >= ${FAILURES_TO_PAUSE}
      and old.failing_since <= now() - make_interval(hours => ${FAILING_HOURS})`;
    return this.database.row(
      query(
        CHANGE_COLUMNS,
        sql`
          update integrations i
          set consecutive_failures = old.consecutive_failures + 1,
            failing_since = coalesce(old.failing_since, now()), last_failure_at = now(),
            paused_reason = case
              when ${isGone} then ${GONE} when ${isWorn} then coalesce(old.paused_reason, ${FAILED})
              else old.paused_reason end,
            paused_until = case
              when ${isGone} then null
              when old.paused_reason is not null and old.paused_until is null then null
              when old.paused_reason is not null
                then now() + least(2 * (old.paused_until - old.last_failure_at), ${LAST_PROBE}::interval)
              when ${isWorn} then now() + ${FIRST_PROBE}::interval end
          from (select * from integrations where id = ${id} for no key update) old
          where i.id = old.id returning ${selectList(CHANGE_COLUMNS)}`,
      ),
    );
  }
}
