import { importPKCS8 } from 'jose';
import type { CryptoKey } from 'jose';
import { textAt } from '../kinds/payload/read-payload.js';
import { JWS_ALGORITHM } from '../../../platform/crypto/jws.js';
import { toJson } from '../planning/json.js';

/** Enough for a key of 8192 bits; longer ones would take long to sign with. */
const MOST_KEY_CHARACTERS = 8192;

/** The account that requests an identity token and signs the request. */
export interface ServiceAccount {
  readonly email: string;
  readonly kid: string | undefined;
  readonly privateKey: CryptoKey;
}

/** Parses the JSON of a service account; URLs in it are ignored. Null if its key cannot be used. */
export async function readAccount(text: string): Promise<ServiceAccount | null> {
  try {
    const account = toJson(JSON.parse(text));
    const pem = textAt(account, 'private_key');
    const kid = textAt(account, 'private_key_id') || undefined;
    return pem.length > MOST_KEY_CHARACTERS
      ? null
      : { email: textAt(account, 'client_email'), kid, privateKey: await importPKCS8(pem, JWS_ALGORITHM) };
  } catch {
    return null; // the library's error is not shown, because it might quote the key
  }
}
