import { newObject } from '../../../platform/git/pack.js';
import type { NewObject } from '../../../platform/git/pack.js';

export interface Person {
  readonly name: string;
  readonly email: string;
}

export interface NewCommit {
  readonly treeId: string;
  readonly parentIds: readonly string[];
  readonly author: Person;
  readonly committer: Person;
  readonly message: string;
  /** Unix time. */
  readonly seconds: number;
}

/** Removes characters that would end a name or an address in an object's header. */
const clean = (text: string): string => text.replaceAll(/[<>\n\0]/g, '').trim();

const signature = ({ name, email }: Person, seconds: number): string =>
  `${clean(name) || clean(email)} <${clean(email)}> ${seconds} +0000`;

/** Returns the commit object, with UTC times of the service's clock. */
export function commitObject({ treeId, parentIds, author, committer, message, seconds }: NewCommit): NewObject {
  const head = [
    `tree ${treeId}`,
    ...parentIds.map((id) => `parent ${id}`),
    `author ${signature(author, seconds)}`,
    `committer ${signature(committer, seconds)}`,
  ];
  return newObject('commit', Buffer.from(`${head.join('\n')}\n\n${message}`));
}

export interface NewTag {
  readonly targetId: string;
  readonly targetType: string;
  readonly name: string;
  readonly tagger: Person;
  readonly message: string;
  readonly seconds: number;
}

/** Returns an annotated tag as git stores it. */
export function tagObject({ targetId, targetType, name, tagger, message, seconds }: NewTag): NewObject {
  const head = [`object ${targetId}`, `type ${targetType}`, `tag ${name}`, `tagger ${signature(tagger, seconds)}`];
  return newObject('tag', Buffer.from(`${head.join('\n')}\n\n${message}`));
}
