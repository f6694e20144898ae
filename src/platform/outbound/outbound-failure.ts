import { errorText } from '../../common/errors/error-text.js';

/** Why an exchange failed (contract: integrations §8.5). */
export type OutboundErrorCode =
  'dns_failure' | 'connect_failed' | 'timeout' | 'tls_failure' | 'connection_broken' | 'blocked_address';

/** An exchange without an answer. */
export class OutboundFailure extends Error {
  constructor(
    readonly code: OutboundErrorCode,
    message: string,
  ) {
    super(message);
  }
}

const BROKEN = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'HPE_INVALID_CONSTANT'];
const TLS = /^(ERR_TLS|ERR_SSL|CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_|HOSTNAME_MISMATCH|EPROTO)/;
/** What OpenSSL says: numbers, library and function, the reason, and a line of its own source. */
const OPENSSL_REASON = /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/;

/** Classifies an error of a socket or of TLS; `isConnected` is true once bytes could be sent. */
export function failureOf(error: unknown, isConnected: boolean): OutboundFailure {
  if (error instanceof OutboundFailure) {
    return error;
  }
  const message = errorText(error);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (TLS.test(code)) {
    return new OutboundFailure('tls_failure', OPENSSL_REASON.exec(message)?.[1] ?? message);
  }
  const isBroken = isConnected || BROKEN.includes(code) || code.startsWith('HPE_');
  return new OutboundFailure(isBroken ? 'connection_broken' : 'connect_failed', message || code);
}
