import type { Application } from './applications/application.js';

/** Names the owner of an application on consent pages (contract: oauth §4). */
export const ownerText = ({ owner }: Pick<Application, 'owner'>): string =>
  owner === null ? 'of this instance' : `by @${owner.username}`;
