import type { Application } from './applications/application.js';

/** Whose application it is, for the people who are asked (contract: oauth §4). */
export const ownerText = ({ owner }: Pick<Application, 'owner'>): string =>
  owner === null ? 'of this instance' : `by @${owner.username}`;
