import { Injectable } from '@nestjs/common';
import { Clock } from '../../common/time/clock.js';
import { digestOf } from '../../platform/crypto/random.js';
import { Database } from '../../platform/database/database.js';
import { RateCounters, windowAt } from '../../platform/http/rate-limit/rate-counters.js';
import { INSTANCE } from '../audit/audit-event.js';
import type { AuditedEntity } from '../audit/audit-event.js';
import { AuditService } from '../audit/audit.service.js';
import type { Account } from '../access/caller.js';

const PERIOD_SECONDS = 60;

/** Records that passwords are being guessed, once a minute for each login and address (contract: conventions §17). */
@Injectable()
export class SignInAlarmService {
  constructor(
    private readonly audit: AuditService,
    private readonly counters: RateCounters,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * `account` is the account of the login, if there is one; the typed login itself may be a password and is not
   * recorded.
   */
  async notify(login: string, account: Account | null, address: string): Promise<void> {
    const who = digestOf(login.trim().toLowerCase()).toString('base64url');
    const window = windowAt(`password alarm ${who} ${address}`, PERIOD_SECONDS, this.clock.millis());
    if ((await this.counters.hit(window)) > 1) {
      return;
    }
    const by = { account: null, userId: 0, address, sudoBy: null, credential: null };
    const target = { id: account?.id ?? 0, type: 'User', details: account?.username ?? 'unknown login' };
    const text = { custom_message: 'Sign-in failures over the limit' };
    await this.database.detached(() =>
      this.database.transaction((tx) => this.audit.record(tx, by, entityOf(account), target, text)),
    );
  }
}

const entityOf = (account: Account | null): AuditedEntity =>
  account ? { type: 'User', id: account.id, path: account.username, groupIds: [] } : INSTANCE;
