import { randomUUID } from 'node:crypto';

const ACCEPTED = /^[A-Za-z0-9._-]{1,128}$/;

/** Returns the inbound id if it is harmless, a new one otherwise (contract: conventions §18). */
export const requestIdOf = (inbound: string | undefined): string =>
  inbound !== undefined && ACCEPTED.test(inbound) ? inbound : randomUUID();
