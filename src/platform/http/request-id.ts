import { randomUUID } from 'node:crypto';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** An inbound id is taken over when it is harmless (contract: conventions §18). */
export const requestIdOf = (inbound: string | undefined): string =>
  inbound !== undefined && ACCEPTED.test(inbound) ? inbound : randomUUID();
