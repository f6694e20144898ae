import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { errorText } from '../../common/errors/error-text.js';
import { LruMap } from '../../common/cache/lru-map.js';
import type { Env } from '../config/env.js';
import { InvalidSetting } from '../config/env-reader.js';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MAX_CACHED = 5000;

/** Encrypts values that must be read again, under keys derived from SECRET_KEY (contract: core §1.1). */
export class SecretBox {
  private readonly encryption: Buffer;
  private readonly derivation: Buffer;
  private readonly cached = new LruMap<string, string>(MAX_CACHED);

  constructor(masterKey: string) {
    this.encryption = derive(masterKey, 'slipway encrypted values');
    this.derivation = derive(masterKey, 'slipway derived values');
  }

  /**
   * Encrypts by AES-256-GCM; nonce, tag and ciphertext in one buffer. When `owner` is given, the value can only be
   * opened with the same one.
   */
  seal(text: string, owner = ''): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.encryption, nonce).setAAD(Buffer.from(owner));
    const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** Throws when the value was sealed under another key or for another owner, or has been altered. */
  open(sealed: Buffer, owner = ''): string {
    const decipher = createDecipheriv('aes-256-gcm', this.encryption, sealed.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(owner)).setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    );
  }

  /** Like {@link open}, for values that lists show repeatedly: the last few thousand are cached. */
  openCached(sealed: Buffer): string {
    const key = sealed.toString('latin1');
    const known = this.cached.get(key);
    if (known !== undefined) {
      return known;
    }
    const text = this.open(sealed);
    this.cached.set(key, text);
    return text;
  }

  /** Returns a stable value that cannot be computed without the key, such as a keyed fingerprint. */
  keyed(text: string): Buffer {
    return createHmac('sha256', this.derivation).update(text).digest();
  }
}

const derive = (master: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', master, 'slipway', purpose, 32));

/**
 * Returns SECRET_KEY, or the key stored in DATA_DIR, which is created on first start (mode 0600). Several processes may
 * start at once. Throws {@link InvalidSetting} when there is no key and none can be created.
 */
export function loadMasterKey(env: Env): string {
  if (env.secretKey) {
    return env.secretKey;
  }
  const file = path.join(env.dataDir, 'secret_key');
  const key = readKeyFile(file);
  if (key === '') {
    throw new InvalidSetting(`SECRET_KEY is not set, and ${file} is empty.`);
  }
  return key;
}

function readKeyFile(file: string): string {
  try {
    if (!existsSync(file)) {
      createKeyFile(file);
    }
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    const reason = errorText(error);
    throw new InvalidSetting(`SECRET_KEY is not set, and ${file} cannot be used: ${reason}.`);
  }
}

function createKeyFile(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  const handle = openSync(temporary, 'wx', 0o600);
  writeSync(handle, `${randomBytes(48).toString('base64url')}\n`);
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(temporary, file); // the first process to create the link decides the key
  } catch (error) {
    if (!existsSync(file)) {
      throw error;
    }
  } finally {
    rmSync(temporary, { force: true });
  }
}
