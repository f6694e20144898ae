import { SetMetadata } from '@nestjs/common';

export const UNTHROTTLED = Symbol('unthrottled');

/** The callers that the rate limit of a route exempts (contract: conventions §14). */
export type Unlimited = 'everybody' | 'administrators';

export const Unthrottled = (whom: Unlimited = 'everybody') => SetMetadata(UNTHROTTLED, whom);
