import { Pacer } from '../../../common/concurrency/pacer.js';

const MASKED = '[MASKED]';
/** One character per byte, so that secrets are found wherever a part was cut. */
const CHARACTER_PER_BYTE = 'latin1';

/** Bytes that may be shown, and trailing bytes that may be the beginning of a secret. */
export interface MaskedPart {
  readonly shown: Buffer;
  readonly held: Buffer;
}

/**
 * Masks secrets in a log that arrives in parts. The end of a part is held back while it may be the beginning of a
 * secret: it is prepended to the next part (contract: triggers §11, §14).
 */
export async function maskPart(bytes: Buffer, secrets: readonly string[]): Promise<MaskedPart> {
  const masking = new Masking(secrets);
  const text = bytes.toString(CHARACTER_PER_BYTE);
  const end = text.length - (await masking.beginningAtEnd(text));
  return (await masking.isInside(text, end)) ? masking.maskedFirst(text) : masking.heldFirst(text, end);
}

/** Masks the end of a log that is complete. */
export async function maskAll(bytes: Buffer, secrets: readonly string[]): Promise<Buffer> {
  return bytesOf(await new Masking(secrets).masked(bytes.toString(CHARACTER_PER_BYTE)));
}

const bytesOf = (text: string): Buffer => Buffer.from(text, CHARACTER_PER_BYTE);

/**
 * There may be thousands of secrets, and a part of a log is large, so the work yields to the event loop between
 * secrets.
 */
class Masking {
  private readonly longestFirst: readonly string[];
  private readonly pacer = new Pacer();

  constructor(secrets: readonly string[]) {
    const wanted = secrets
      .filter((secret) => secret !== '')
      .map((secret) => Buffer.from(secret).toString(CHARACTER_PER_BYTE));
    this.longestFirst = [...new Set(wanted)].sort((a, b) => b.length - a.length);
  }

  async masked(text: string): Promise<string> {
    let masked = text;
    for (const secret of this.longestFirst) {
      masked = masked.replaceAll(secret, MASKED);
      await this.pausedIfDue();
    }
    return masked;
  }

  /** Returns the number of characters at the end of the text that are an incomplete beginning of a secret. */
  async beginningAtEnd(text: string): Promise<number> {
    let most = 0;
    for (const secret of this.longestFirst) {
      most = Math.max(most, overlap(text, secret));
      await this.pausedIfDue();
    }
    return most;
  }

  /** Whether a whole secret starts before the position and ends after it. */
  async isInside(text: string, position: number): Promise<boolean> {
    for (const secret of this.longestFirst) {
      const around = text.slice(Math.max(0, position - secret.length + 1), position + secret.length - 1);
      if (around.includes(secret)) {
        return true;
      }
      await this.pausedIfDue();
    }
    return false;
  }

  async heldFirst(text: string, end: number): Promise<MaskedPart> {
    return { shown: bytesOf(await this.masked(text.slice(0, end))), held: bytesOf(text.slice(end)) };
  }

  async maskedFirst(text: string): Promise<MaskedPart> {
    const masked = await this.masked(text);
    const end = masked.length - (await this.beginningAtEnd(masked));
    return { shown: bytesOf(masked.slice(0, end)), held: bytesOf(masked.slice(end)) };
  }

  private async pausedIfDue(): Promise<void> {
    if (this.pacer.isDue) {
      await this.pacer.pause();
    }
  }
}

/** Returns the number of characters at the end of the text that are an incomplete beginning of the secret. */
function overlap(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) {
      return length;
    }
  }
  return 0;
}
