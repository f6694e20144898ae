import { createHash, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { notFound } from '../../../common/errors/catalogue.js';
import { Clock } from '../../../common/time/clock.js';
import { RateCounters, windowAt } from '../../../platform/http/rate-limit/rate-counters.js';
import type { Window } from '../../../platform/http/rate-limit/rate-counters.js';
import { tooManyRequests } from '../../../platform/http/rate-limit/rate-limit.js';
import { IntegrationSecrets } from '../settings/integration-secrets.js';
import { IntegrationsRepository } from '../settings/integrations.repository.js';

const RATE = { name: 'throttle_slash_commands', wrongTokens: 20, seconds: 60 };

/** Finds projects by the token that their chat sends (contract: integrations §9 steps 2 and 3). */
@Injectable()
export class SlashTokensService {
  constructor(
    private readonly integrations: IntegrationsRepository,
    private readonly secrets: IntegrationSecrets,
    private readonly counters: RateCounters,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the id of the project if its integration is active and has this token. Otherwise throws the same 404 after
   * the same time in every case, and 429 after too many wrong tokens.
   */
  async projectOf(reference: string, slug: string, token: string): Promise<number> {
    const now = this.clock.millis();
    const window = windowAt(`${RATE.name} ${canonical(reference)}`, RATE.seconds, now);
    refuseBeyond((await this.counters.count(window)) + 1, window, now);
    const integration = await this.integrations.findActive(reference, slug);
    const expected = (integration && this.secrets.open(integration).get('token')) ?? '';
    const isRight = isSame(token, expected) && expected !== '';
    if (!integration || !isRight) {
      refuseBeyond(await this.counters.hit(window), window, now);
      throw notFound('Integration');
    }
    return integration.projectId;
  }
}

/** Counter key for the project, before it is known whether the project exists. */
const canonical = (reference: string): string =>
  /^\d+$/.test(reference) ? reference.replace(/^0+(?=\d)/, '') : reference.toLowerCase();

function refuseBeyond(observed: number, window: Window, now: number): void {
  if (observed > RATE.wrongTokens) {
    throw tooManyRequests(RATE.name, { limit: RATE.wrongTokens, observed, window }, now);
  }
}

/** Compares digests, because they have the same length whatever the input. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digestOf(given), digestOf(expected));

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();
