import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = 3;
/** Digest that no password matches: checking an unknown user costs as much as a known one (contract: core §13). */
const NOBODY = hash('nobody has this password', PARAMETERS);

/** Memory-hard password digests (argon2id); at most {@link AT_ONCE} are computed at once. */
@Injectable()
export class Passwords {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  digest(password: string): Promise<string> {
    return this.limited(() => hash(password, PARAMETERS));
  }

  /** Returns false for an account without a digest, too, at the same cost. */
  async matches(password: string, digest: string | null): Promise<boolean> {
    const right = await this.limited(async () => verify(digest ?? (await NOBODY), password));
    return right && digest !== null;
  }

  private async limited<T>(work: () => Promise<T>): Promise<T> {
    if (this.running >= AT_ONCE) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.running += 1;
    try {
      return await work();
    } finally {
      this.running -= 1;
      this.waiting.shift()?.();
    }
  }
}
