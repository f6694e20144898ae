import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { importJWK, importPKCS8 } from 'jose';
import type { CryptoKey } from 'jose';
import { LruMap } from '../../common/cache/lru-map.js';
import { JWS_ALGORITHM, signJwt, verifyJwt } from '../../platform/crypto/jws.js';
import type { Claims, JwsSigner } from '../../platform/crypto/jws.js';
import { generateRsaKey } from '../../platform/crypto/rsa-key.js';
import type { PublicJwk } from '../../platform/crypto/rsa-key.js';
import { SecretBox } from '../../platform/crypto/secret-box.js';
import { Database } from '../../platform/database/database.js';
import { SigningKeysRepository } from './signing-keys.repository.js';

interface KeyRing {
  readonly signer: JwsSigner;
  readonly publicKeys: ReadonlyMap<string, CryptoKey>;
  readonly loadedAt: number;
}

/** Minimum interval of reloads, since a token may name a key that another process has created. */
const RELOAD_MS = 5000;
const REMEMBERED_TOKENS = 1000;

/** Signs tokens that others verify: registry tokens, ID tokens. One key is created for the whole service. */
@Injectable()
export class SigningKeysService {
  private keyRing: Promise<KeyRing> | undefined;
  /** Verified tokens by digest: registry clients send the same one with every request. */
  private readonly verified = new LruMap<string, Claims>(REMEMBERED_TOKENS);

  constructor(
    private readonly keys: SigningKeysRepository,
    private readonly secrets: SecretBox,
    private readonly database: Database,
  ) {}

  async sign(claims: Claims): Promise<string> {
    return signJwt(claims, (await this.held()).signer);
  }

  /**
   * Returns the claims if the token was signed with one of our keys, otherwise null. The caller checks audience, issuer
   * and times.
   */
  async verify(token: string): Promise<Claims | null> {
    const digest = createHash('sha256').update(token).digest('base64url');
    const known = this.verified.get(digest);
    if (known) {
      return known; // keys are retired but never withdrawn, so a valid signature stays valid
    }
    const claims = await verifyJwt(token, (kid) => this.publicKey(kid));
    if (claims) {
      this.verified.set(digest, claims);
    }
    return claims;
  }

  /**
   * Returns the stored current and retired public keys: another process may sign with a newer key than those cached
   * here, and verifiers may ask any of the processes.
   */
  async jwks(): Promise<readonly PublicJwk[]> {
    await this.held(); // the first request creates the key
    const stored = await this.keys.all();
    return stored.map(({ publicJwk }) => publicJwk);
  }

  private async publicKey(kid: string): Promise<CryptoKey | undefined> {
    const keyRing = await this.held();
    if (keyRing.publicKeys.has(kid) || performance.now() - keyRing.loadedAt < RELOAD_MS) {
      return keyRing.publicKeys.get(kid);
    }
    this.keyRing = undefined;
    return (await this.held()).publicKeys.get(kid);
  }

  private held(): Promise<KeyRing> {
    this.keyRing ??= this.database
      .shared(() => this.load())
      .catch((error: unknown) => {
        this.keyRing = undefined; // the next request tries again
        throw error;
      });
    return this.keyRing;
  }

  private async load(): Promise<KeyRing> {
    const known = await this.keys.all();
    const stored = known[0]?.isCurrent ? known : await this.create();
    const current = stored[0];
    if (!current) {
      throw new Error('There is no signing key.');
    }
    const publicKeys = new Map(
      await Promise.all(
        stored.map(async ({ kid, publicJwk }) => [kid, await importJWK(publicJwk, JWS_ALGORITHM)] as const),
      ),
    );
    const privateKey = await importPKCS8(this.secrets.open(current.privateKey), JWS_ALGORITHM);
    return { signer: { kid: current.kid, privateKey }, publicKeys, loadedAt: performance.now() };
  }

  private async create() {
    const { publicJwk, privatePem } = await generateRsaKey();
    await this.keys.insertIfNone(publicJwk, this.secrets.seal(privatePem));
    return this.keys.all();
  }
}
