import { Injectable } from '@nestjs/common';
import { networkOf } from '../../common/addresses/network-of.js';
import { KeyedTurns } from '../../common/concurrency/keyed-turns.js';
import { Clock } from '../../common/time/clock.js';
import { digestOf } from '../../platform/crypto/random.js';
import { RateCounters, windowAt } from '../../platform/http/rate-limit/rate-counters.js';
import { tooManyRequests } from '../../platform/http/rate-limit/rate-limit.js';
import { AccessSettings } from './access-settings.js';

const PERIOD_SECONDS = 60;
const FAILURES_PER_ADDRESS = 300;

interface Limit {
  readonly name: string;
  readonly counts: string;
  readonly failures: number;
}

/**
 * Limits guessing of passwords: failures per login and address, and per address; always on (contract: conventions §14).
 */
@Injectable()
export class PasswordChecks {
  private readonly turns = new KeyedTurns<string>();

  constructor(
    private readonly settings: AccessSettings,
    private readonly counters: RateCounters,
    private readonly clock: Clock,
  ) {}

  /**
   * Runs a check that answers null for a wrong password, and counts failures. Throws 429 once the limit is reached,
   * before the check or after it, so that exactly as many wrong passwords are answered as the limit says. Checks of one
   * login from one address run one after the other: parallel guesses gain nothing, and parallel right passwords do not
   * fail.
   */
  async attempt<T>(login: string, address: string, check: () => Promise<T | null>): Promise<T | null> {
    return this.turns.run(`${fold(login)} ${networkOf(address)}`, async () => {
      await this.assertAllowed(login, address);
      const found = await check();
      if (found === null) {
        await this.noteFailure(login, address);
      }
      return found;
    });
  }

  /** Throws 429 when the limit of failures is reached; counts nothing. */
  async assertAllowed(login: string, address: string): Promise<void> {
    const now = this.clock.millis();
    for (const { name, counts, failures } of await this.limitsOf(login, address)) {
      const window = windowAt(counts, PERIOD_SECONDS, now);
      const observed = await this.counters.count(window);
      if (observed >= failures) {
        throw tooManyRequests(name, { limit: failures, observed, window }, now);
      }
    }
  }

  /** Counts a wrong password; throws 429 when it was one too many. */
  async noteFailure(login: string, address: string): Promise<void> {
    const now = this.clock.millis();
    for (const { name, counts, failures } of await this.limitsOf(login, address)) {
      const window = windowAt(counts, PERIOD_SECONDS, now);
      const observed = await this.counters.hit(window);
      if (observed > failures) {
        throw tooManyRequests(name, { limit: failures, observed, window }, now);
      }
    }
  }

  private async limitsOf(login: string, address: string): Promise<readonly Limit[]> {
    const { passwordFailuresPerMinute } = await this.settings.current();
    // A digest: people type passwords where their name belongs.
    const who = digestOf(fold(login)).toString('base64url');
    const network = networkOf(address);
    return [
      { name: 'password_failures', counts: `password ${who} ${network}`, failures: passwordFailuresPerMinute },
      { name: 'password_failures', counts: `password ${network}`, failures: FAILURES_PER_ADDRESS },
    ];
  }
}

const fold = (login: string): string => login.trim().toLowerCase();
