import { SetMetadata } from '@nestjs/common';

export const UNTHROTTLED = Symbol('unthrottled');

/** For whom a route neither counts nor is limited (contract: conventions §14). */
export type Unlimited = 'everybody' | 'administrators';

export const Unthrottled = (whom: Unlimited = 'everybody') => SetMetadata(UNTHROTTLED, whom);
