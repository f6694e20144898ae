import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { select } from '../../../platform/database/typed-sql.js';
import { AlertDeliveryEntity } from './alert-delivery.entity.js';

/** Time in seconds within which the same id denotes the same delivery (contract: alerts §8.4). */
const REMEMBERED_SECONDS = 600;

export interface KeptAnswer {
  readonly answer: string;
  readonly outcomes: string;
}

/** Signed requests that were accepted recently. */
@Injectable()
export class DeliveriesRepository {
  constructor(private readonly database: Database) {}

  /** Returns true for the first delivery with this id. A concurrent one waits until the first has ended. */
  async claim(integrationId: number, webhookId: string): Promise<boolean> {
    const claimed = await this.database.run(sql`
      insert into alert_deliveries as d (integration_id, webhook_id, answer, outcomes)
      values (${integrationId}, ${webhookId}, '[]', '')
      on conflict (integration_id, webhook_id) do update set received_at = now()
        where d.received_at <= now() - ${REMEMBERED_SECONDS} * interval '1 second'`);
    return claimed > 0;
  }

  find(integrationId: number, webhookId: string): Promise<KeptAnswer | null> {
    return this.database.row(
      select(
        columnsOf(AlertDeliveryEntity, 'd', 'answer', 'outcomes'),
        sql`from alert_deliveries d where d.integration_id = ${integrationId} and d.webhook_id = ${webhookId}`,
      ),
    );
  }

  async keep(integrationId: number, webhookId: string, { answer, outcomes }: KeptAnswer): Promise<void> {
    await this.database.runWithNext(sql`
      update alert_deliveries set answer = ${answer}, outcomes = ${outcomes}
      where integration_id = ${integrationId} and webhook_id = ${webhookId}`);
  }

  async forgetOld(): Promise<void> {
    await this.database.run(
      sql`delete from alert_deliveries where received_at <= now() - ${REMEMBERED_SECONDS} * interval '1 second'`,
    );
  }
}
