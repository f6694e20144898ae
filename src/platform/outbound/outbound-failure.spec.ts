import { failureOf } from './outbound-failure.js';

const OF_OPENSSL =
  'write EPROTO 80CC9EBE7F:error:0A00010B:SSL routines:ssl3_get_record:wrong version number:../ssl/ssl3_record.c:350:\n';

describe('failureOf()', () => {
  it.each([
    ['EPROTO', OF_OPENSSL, 'tls_failure', 'wrong version number'],
    ['CERT_HAS_EXPIRED', 'certificate has expired', 'tls_failure', 'certificate has expired'],
    ['ECONNRESET', 'read ECONNRESET', 'connection_broken', 'read ECONNRESET'],
    ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:1', 'connect_failed', 'connect ECONNREFUSED 127.0.0.1:1'],
  ])('tells the reason of %s, and not where OpenSSL found it', (code, message, kind, told) => {
    const error = Object.assign(new Error(message), { code });

    expect(failureOf(error, false)).toMatchObject({ code: kind, message: told });
  });
});
