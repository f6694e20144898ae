import { SetMetadata } from '@nestjs/common';

export const OWN_TRANSACTIONS = Symbol('own transactions');

/**
 * The route works longer than a transaction should last (uploads, calls to other hosts): with an Idempotency-Key or
 * conditional headers it is checked before and its answer kept afterwards, but its own transactions stay its own.
 */
export const OwnTransactions = () => SetMetadata(OWN_TRANSACTIONS, true);
