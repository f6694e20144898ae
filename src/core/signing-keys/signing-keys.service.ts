import { createPrivateKey, createPublicKey } from 'node:crypto';
import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { signJwt, verifyJwt } from '../../platform/crypto/jws.js';
import type { Claims, JwsSigner } from '../../platform/crypto/jws.js';
import { generateRsaKey } from '../../platform/crypto/rsa-key.js';
import type { PublicJwk } from '../../platform/crypto/rsa-key.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import { SigningKeysRepository } from './signing-keys.repository.js';

interface KeyRing {
  readonly signer: JwsSigner;
  readonly publicKeys: ReadonlyMap<string, KeyObject>;
  readonly jwks: readonly PublicJwk[];
  readonly loadedAt: number;
}

/** A token may name a key that another process made since; asking the database for it is limited to this pace. */
const RELOAD_MS = 5000;

/** Signs tokens for others to verify: registry tokens, ID tokens. The key is made once for the whole service. */
@Injectable()
export class SigningKeysService {
  private notify: Promise<KeyRing> | undefined;

  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly secrets: SecretBox,
    private readonly database: Database,
  ) {}

  async sign(claims: Claims): Promise<string> {
    return signJwt(claims, (await this.held()).signer);
  }

  /** The claims when one of our keys signed them, else null; audience, issuer and times are the caller's to judge. */
  verify(token: string): Promise<Claims | null> {
    return verifyJwt(token, (kid) => this.publicKey(kid));
  }

  /** The current and the retired public keys. */
  async jwks(): Promise<readonly PublicJwk[]> {
    return (await this.held()).jwks;
  }

  private async publicKey(kid: string): Promise<KeyObject | undefined> {
    const notify = await this.held();
    if (notify.publicKeys.has(kid) || performance.now() - notify.loadedAt < RELOAD_MS) {
      return notify.publicKeys.get(kid);
    }
    this.notify = undefined;
    return (await this.held()).publicKeys.get(kid);
  }

  private held(): Promise<KeyRing> {
    this.notify ??= this.database
      .shared(() => this.load())
      .catch((error: unknown) => {
        this.notify = undefined; // the next request tries again
        throw error;
      });
    return this.notify;
  }

  private async load(): Promise<KeyRing> {
    const known = await this.keys.all();
    const stored = known[0]?.isCurrent ? known : await this.create();
    const current = stored[0];
    if (!current) {
      throw new Error('There is no signing key.');
    }
    const jwks = stored.map(({ publicJwk }) => publicJwk);
    const publicKeys = new Map(jwks.map((jwk) => [jwk.kid, createPublicKey({ key: { ...jwk }, format: 'jwk' })]));
    const privateKey = createPrivateKey(this.secrets.open(current.privateKey));
    return { signer: { kid: current.kid, privateKey }, publicKeys, jwks, loadedAt: performance.now() };
  }

  private async create() {
    const { publicJwk, privatePem } = await generateRsaKey();
    await this.keys.insertIfNone(publicJwk, this.secrets.seal(privatePem));
    return this.keys.all();
  }
}
