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

/** An event in words, before it takes the form of one receiver (contract: integrations §6.1). */
export interface ChatMessage {
  /** The sentence that stands alone; empty where the attachment says it all. */
  readonly pretext: Phrase;
  readonly attachments: readonly Attachment[];
  /** Who caused the event. */
  readonly actor: string;
  readonly avatar: string;
  /** Path of the project. */
  readonly project: string;
  /** What the message is about. */
  readonly link: string;
  /** When it happened, as the event has it; empty where it does not. */
  readonly time: string;
}

type Said = Pick<ChatMessage, 'pretext' | 'attachments' | 'link' | 'time'>;

/** Completes what was said with who and where. */
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
