import type { IncomingMessage } from 'node:http';

/** Contract: conventions §4. */
const JSON_TYPE = 'application/json; charset=utf-8';
/**
 * Releases 1 to 3 of the Python client library, which compare the whole header with the bare type and take everything
 * else for a file; they must work unchanged (contract: triggers §15, git §9).
 */
const TAKES_BARE_TYPE = /^python-git\w+\/[1-3]\./;

/** The content type of a JSON answer to this request. */
export const jsonTypeFor = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  TAKES_BARE_TYPE.test(headers['user-agent'] ?? '') ? 'application/json' : JSON_TYPE;
