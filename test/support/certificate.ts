import { execFileSync } from 'node:child_process';

/** Key and certificate of 127.0.0.1 in one text, made by the openssl program; nobody has signed it. */
export const aCertificate = (): string =>
  execFileSync(
    'openssl',
    [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'],
      ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-keyout', '-', '-out', '-'],
    ],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  ).toString();
