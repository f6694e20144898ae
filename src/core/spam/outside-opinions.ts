import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Metrics } from '../../platform/metrics/metrics.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { verifyUrlInForce } from '../settings/settings-in-force.js';
import type { Settings } from '../settings/settings.js';
import type { SpamSubject } from './spam-subject.js';

const LIMIT_MS = 3000;
/** Maximum length of an answer; a longer one is not a verdict and is not read to its end. */
const MOST_BYTES = 65_536;

export type Verdict = 'allow' | 'challenge' | 'block';
const VERDICTS: readonly Verdict[] = ['allow', 'challenge', 'block'];

/** Queries the spam endpoint and the CAPTCHA service, both configured by the operator, with short timeouts. */
@Injectable()
export class OutsideOpinions {
  private readonly unanswered: Counter;

  constructor(
    private readonly box: SecretBox,
    metrics: Metrics,
  ) {
    this.unanswered = metrics.counter(
      'slipway_spam_checks_unanswered_total',
      'Spam checks without a usable verdict; what they were about was let through.',
    );
  }

  /** Anything but a clear verdict within 3 s means `allow`, and is counted in a metric (contract: conventions §15). */
  async verdictOn(subject: SpamSubject, createdAt: string | null, url: string, settings: Settings): Promise<Verdict> {
    const { spamCheckApiKey: key } = settings;
    const answer = await send(url, {
      headers: {
        'Content-Type': 'application/json',
        ...(key ? { Authorization: `Bearer ${this.box.open(key)}` } : {}),
      },
      body: JSON.stringify(questionAbout(subject, createdAt)),
    });
    const verdict = VERDICTS.find((known) => known === fieldOf(answer, 'verdict'));
    if (!verdict) {
      this.unanswered.inc();
    }
    return verdict ?? 'allow';
  }

  /** Also false when the service does not answer. */
  async isHuman(response: string, privateKey: Buffer, address: string, settings: Settings): Promise<boolean> {
    const form = new URLSearchParams({ secret: this.box.open(privateKey), response, remoteip: address });
    return fieldOf(await send(verifyUrlInForce(settings), { body: form }), 'success') === true;
  }
}

function questionAbout({ type, caller, title, text, proof }: SpamSubject, createdAt: string | null) {
  return {
    type,
    user: { id: caller.userId, username: caller.account?.username ?? null, created_at: createdAt },
    title,
    text,
    ip: caller.address,
    user_agent: proof.userAgent ?? null,
  };
}

/** Returns the JSON of a 2xx answer; null otherwise. */
async function send(url: string, question: RequestInit): Promise<unknown> {
  try {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const response = await fetch(url, { method: 'POST', redirect: 'error', signal, ...question });
    if (!response.ok) {
      await response.body?.cancel();
      return null;
    }
    return JSON.parse(await shortText(response));
  } catch {
    return null;
  }
}

/** Throws for a text that is too long after decompression. */
async function shortText({ body }: Response): Promise<string> {
  const pieces: AsyncIterable<Uint8Array> | readonly Uint8Array[] = body ?? [];
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of pieces) {
    size += chunk.length;
    if (size > MOST_BYTES) {
      throw new Error('The answer is too long.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

const fieldOf = (answer: unknown, field: string): unknown =>
  typeof answer === 'object' && answer !== null ? Reflect.get(answer, field) : undefined;
