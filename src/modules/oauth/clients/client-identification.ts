import { decodeText } from '../../../common/params/form-encoding.js';
import { invalidClient, invalidRequest } from '../oauth-errors.js';
import type { ProtocolParams } from '../protocol-params.js';

/** The client identification of a request, not yet verified. */
export interface ClientIdentification {
  readonly uid: string | undefined;
  readonly secret: string | undefined;
  /** Sent by HTTP Basic rather than in the body. */
  readonly byBasic: boolean;
}

/** Whether the caller attempted HTTP Basic. */
export const isByBasic = (authorization = ''): boolean => /^basic( |$)/i.test(authorization);

/**
 * Reads the identification from HTTP Basic or the body; null if there is none. Throws 400 if both are used or they name
 * different clients; the same `client_id` in addition to Basic is accepted (contract: oauth §5).
 */
export function readIdentification(
  authorization: string | undefined,
  params: ProtocolParams,
): ClientIdentification | null {
  const [uid, secret] = [params.get('client_id'), params.get('client_secret')];
  if (authorization === undefined || !isByBasic(authorization)) {
    return uid === undefined && secret === undefined ? null : { uid, secret, byBasic: false };
  }
  const basic = readBasic(authorization);
  if (secret !== undefined || (uid !== undefined && uid !== basic.uid)) {
    throw invalidRequest();
  }
  return basic;
}

/** Both halves are form-encoded (RFC 6749, §2.3.1); an unreadable or empty client id identifies no application. */
function readBasic(authorization: string): ClientIdentification {
  const text = Buffer.from(authorization.slice('basic'.length).trim(), 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const [uid, secret] = colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
  return { uid: decoded(uid), secret: decoded(secret), byBasic: true };
}

/** Throws 401 for a malformed escape, and for NUL, which PostgreSQL does not accept in text. */
function decoded(half: string): string | undefined {
  try {
    return decodeText(half.replaceAll('+', ' ')) || undefined;
  } catch {
    throw invalidClient(true);
  }
}
