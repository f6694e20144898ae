import { Pacer } from '../../../common/concurrency/pacer.js';

const MASKED = '[MASKED]';

/** Bytes that may be shown, and those at the end that may be the beginning of a secret. */
export interface MaskedPart {
  readonly shown: Buffer;
  readonly held: Buffer;
}

/**
 * Cuts secrets out of a log that comes in parts. What a part ends with is held back as long as it may be the beginning
 * of a secret: it comes in front of the next part (contract: triggers §11, §14).
 */
export async function maskPart(bytes: Buffer, secrets: readonly string[]): Promise<MaskedPart> {
  // One character for each byte, so that texts are found wherever a part was cut.
  const wanted = secrets.filter((secret) => secret !== '').map((secret) => Buffer.from(secret).toString('latin1'));
  const longestFirst = [...new Set(wanted)].sort((a, b) => b.length - a.length);
  const pacer = new Pacer();
  let masked = bytes.toString('latin1');
  for (const secret of longestFirst) {
    masked = masked.replaceAll(secret, MASKED);
    await pausedIfDue(pacer);
  }
  let held = 0;
  for (const secret of longestFirst) {
    held = Math.max(held, overlap(masked, secret));
    await pausedIfDue(pacer);
  }
  const end = masked.length - held;
  return { shown: Buffer.from(masked.slice(0, end), 'latin1'), held: Buffer.from(masked.slice(end), 'latin1') };
}

/** There may be thousands of secrets, and a part of a log is large. */
async function pausedIfDue(pacer: Pacer): Promise<void> {
  if (pacer.isDue) {
    await pacer.pause();
  }
}

/** How many characters at the end of the text are the beginning of the secret, but not all of it. */
function overlap(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) {
      return length;
    }
  }
  return 0;
}
