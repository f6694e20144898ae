import { oneLine } from '../one-line.js';
import type { UserFacts } from '../payload/user-facts.js';

const ADDRESS = /^[^\s<>"(),;:\\@\p{Cc}]{1,64}@([^\s<>"(),;:\\@\p{Cc}]{1,255})$/u;

/** The pusher as the sender, if the address belongs to the instance's own domain (contract: integrations §10.1). */
export function senderAddress({ name, email }: UserFacts, mailDomain: string): string | undefined {
  const domain = ADDRESS.exec(email)?.[1]?.toLowerCase();
  const own = mailDomain.toLowerCase();
  const isOwn = domain !== undefined && own !== '' && (domain === own || domain.endsWith(`.${own}`));
  return isOwn ? `"${oneLine(name).replace(/["\\]/g, '')}" <${email}>` : undefined;
}
