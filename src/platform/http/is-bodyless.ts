import type { IncomingMessage } from 'node:http';

/**
 * Whether the headers announce no body; a chunked one may still turn out to be empty. Without a body there are no
 * parameters, whatever the type (contract: conventions §3.1).
 */
export const isBodyless = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
