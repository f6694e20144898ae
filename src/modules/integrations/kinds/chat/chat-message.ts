import type { Part, Phrase } from './phrase.js';
import { link } from './phrase.js';
import { projectOf } from '../payload/project-facts.js';
import { actorName, userOf } from '../payload/user-facts.js';
import type { Json } from '../step.js';

export type Color = 'good' | 'warning' | 'danger' | 'neutral';

export interface Field {
  readonly title: string;
  readonly value: Phrase;
}

export interface Attachment {
  readonly title?: Part;
  readonly lines: readonly Phrase[];
  readonly color: Color;
  readonly fields: readonly Field[];
}

/** An event as text, before it is rendered for a receiver (contract: integrations §6.1). */
export interface ChatMessage {
  /** The introductory sentence; empty if the attachment contains everything. */
  readonly pretext: Phrase;
  readonly attachments: readonly Attachment[];
  /** Name of the user who caused the event. */
  readonly actor: string;
  readonly avatar: string;
  /** Path of the project. */
  readonly project: string;
  /** URL of the object that the message is about. */
  readonly link: string;
  /** Time of the event as given in the payload; empty if there is none. */
  readonly time: string;
}

type Said = Pick<ChatMessage, 'pretext' | 'attachments' | 'link' | 'time'>;

/** Adds the user and the project to the message. */
export const messageOf = (payload: Json, said: Said): ChatMessage => {
  const user = userOf(payload);
  return { ...said, actor: actorName(user), avatar: user.avatar, project: projectOf(payload).path };
};

export const attachment = (color: Color, lines: readonly Phrase[], fields: readonly Field[] = []): Attachment => ({
  lines,
  color,
  fields,
});

/** The path of the project as a link to it. */
export function projectLink(payload: Json): Part {
  const { path, url } = projectOf(payload);
  return link(path, url);
}

export const actorOf = (payload: Json): string => actorName(userOf(payload));
