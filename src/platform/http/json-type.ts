import type { IncomingMessage } from 'node:http';

/** Contract: conventions §4. */
const JSON_TYPE = 'application/json; charset=utf-8';
/**
 * Clients that compare the whole header with the bare type and treat any other value as text or a file: releases 1 to 3
 * of the Python library, and the Node library up to release 27, whose first 14 releases send the name of their HTTP
 * library. They must work unchanged (contract: conventions §4).
 */
const TAKES_BARE_TYPE = /^(?:python-git\w+\/[1-3]\.|gitbeaker|node-fetch\/1\.)/;

/** The content type of a JSON answer to this request. */
export const jsonTypeFor = ({ headers }: Pick<IncomingMessage, 'headers'>): string =>
  TAKES_BARE_TYPE.test(headers['user-agent'] ?? '') ? 'application/json' : JSON_TYPE;
