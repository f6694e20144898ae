import { Injectable } from '@nestjs/common';
import sql from 'sql-template-tag';
import { IS_USER_ACTIVE } from '../../../core/oauth-tokens/oauth-token.columns.js';
import { columnsOf } from '../../../platform/database/columns-of.js';
import { Database } from '../../../platform/database/database.js';
import { boolean, select } from '../../../platform/database/typed-sql.js';
import type { RowOf } from '../../../platform/database/typed-sql.js';
import { DeviceRequestEntity } from './device-request.entity.js';

interface NewDeviceRequest {
  readonly deviceDigest: Buffer;
  readonly userCodeDigest: Buffer;
  readonly applicationId: number;
  readonly scopes: readonly string[];
  readonly lifeSeconds: number;
  readonly pollSeconds: number;
}

const COLUMNS = {
  ...columnsOf(DeviceRequestEntity, 'd', 'id', 'applicationId', 'scopes', 'state', 'userId', 'authTime', 'familyId'),
  isExpired: boolean`d.expires_at <= now()`,
  /** Whether the device polled before the interval had passed. */
  isTooSoon: boolean`coalesce(d.polled_at > now() - d.poll_seconds * interval '1 second', false)`,
  isUserLive: boolean`exists (select 1 from users u where u.id = d.user_id and ${IS_USER_ACTIVE.sql})`,
};

export type DeviceRequest = RowOf<typeof COLUMNS>;

@Injectable()
export class DeviceRequestsRepository {
  constructor(private readonly database: Database) {}

  async insert(request: NewDeviceRequest): Promise<void> {
    await this.database.run(sql`
      insert into oauth_device_requests (device_digest, user_code_digest, application_id, scopes, poll_seconds, expires_at)
      values (${request.deviceDigest}, ${request.userCodeDigest}, ${request.applicationId}, ${[...request.scopes]},
              ${request.pollSeconds}, now() + ${request.lifeSeconds} * interval '1 second')`);
  }

  /** Locks the row, so that polls and exchanges of one device are serialised. */
  lockByDevice(digest: Buffer): Promise<DeviceRequest | null> {
    return this.database.row(
      select(COLUMNS, sql`from oauth_device_requests d where d.device_digest = ${digest} for update`),
    );
  }

  /** Finds a request that awaits a decision. */
  findPending(userCodeDigest: Buffer): Promise<DeviceRequest | null> {
    return this.database.row(
      select(
        COLUMNS,
        sql`from oauth_device_requests d
          where d.user_code_digest = ${userCodeDigest} and d.state = 'pending' and d.expires_at > now()`,
      ),
    );
  }

  /** Notes a poll. A device that polls too soon must wait five seconds longer from then on (contract: oauth §14.6). */
  async notePoll(id: number, tooSoon: boolean): Promise<void> {
    await this.database.run(sql`
      update oauth_device_requests set polled_at = clock_timestamp(), poll_seconds = poll_seconds + ${tooSoon ? 5 : 0}
      where id = ${id}`);
  }

  /** Returns false if the request has already been decided or has expired. */
  async decide(id: number, decision: 'approved' | 'denied', userId: number, authTime: string | null): Promise<boolean> {
    const changed = await this.database.run(sql`
      update oauth_device_requests set state = ${decision}, user_id = ${userId}, auth_time = ${authTime}
      where id = ${id} and state = 'pending' and expires_at > now()`);
    return changed > 0;
  }

  async markUsed(id: number, familyId: number): Promise<void> {
    await this.database.repository(DeviceRequestEntity).update(id, { state: 'used', familyId });
  }
}
