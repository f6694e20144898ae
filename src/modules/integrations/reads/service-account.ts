import { importPKCS8 } from 'jose';
import type { CryptoKey } from 'jose';
import { textAt } from '../kinds/payload/read-payload.js';
import { JWS_ALGORITHM } from '../../../platform/crypto/jws.js';
import { toJson } from '../planning/json.js';

/** A key of 8192 bits; longer ones would take long to sign with. */
const MOST_KEY_CHARACTERS = 8192;

/** Who asks for an identity token, and signs for it. */
export interface ServiceAccount {
  readonly email: string;
  readonly kid: string | undefined;
  readonly privateKey: CryptoKey;
}

/** What its JSON says; addresses in it are not looked at. Null where its key cannot be used. */
export async function readAccount(text: string): Promise<ServiceAccount | null> {
  try {
    const account = toJson(JSON.parse(text));
    const pem = textAt(account, 'private_key');
    const kid = textAt(account, 'private_key_id') || undefined;
    return pem.length > MOST_KEY_CHARACTERS
      ? null
      : { email: textAt(account, 'client_email'), kid, privateKey: await importPKCS8(pem, JWS_ALGORITHM) };
  } catch {
    return null; // what the library says of a key is not told: it might quote it
  }
}
