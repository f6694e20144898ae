import type { Json } from '../step.js';
import { textAt } from './read-payload.js';

/** The user who caused an event. */
export interface UserFacts {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly avatar: string;
}

/** The user of a payload; pushes have the user's fields at the top level (contract: integrations §4.2). */
export function userOf(payload: Json): UserFacts {
  const read = (nested: string, flat: string): string => textAt(payload, 'user', nested) || textAt(payload, flat);
  const username = read('username', 'user_username');
  return {
    name: read('name', 'user_name') || username,
    username,
    email: read('email', 'user_email'),
    avatar: read('avatar_url', 'user_avatar'),
  };
}

/** `Full Name (username)` (contract: integrations §6.1). */
export const actorName = ({ name, username }: UserFacts): string => (username === '' ? name : `${name} (${username})`);
