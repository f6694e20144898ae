/**
 * Published in the transaction in which a user loses rights: a membership ends or is reduced, the account is blocked or
 * deleted. Work that runs in the user's name is then checked again.
 */
export const ACCESS_REDUCED = 'user.access-reduced';

export interface AccessReduced {
  readonly userId: number;
}
