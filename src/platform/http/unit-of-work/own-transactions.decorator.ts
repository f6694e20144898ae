import { SetMetadata } from '@nestjs/common';

export const OWN_TRANSACTIONS = Symbol('own transactions');

/**
 * Marks a route that works longer than a transaction should last (uploads, calls to other hosts). With an
 * Idempotency-Key or conditional headers it is checked before and its answer stored afterwards, but it keeps its own
 * transactions.
 */
export const OwnTransactions = () => SetMetadata(OWN_TRANSACTIONS, true);
