import type { ObjectKind } from '../../object-kind.js';
import type { IntegrationEvent, Json } from '../../step.js';
import type { ChatMessage } from '../chat-message.js';
import { alertMessage } from './alert.js';
import { buildMessage } from './build.js';
import { deploymentMessage } from './deployment.js';
import { issueMessage } from './issue.js';
import { mergeRequestMessage } from './merge-request.js';
import { noteMessage } from './note.js';
import { pipelineMessage } from './pipeline.js';
import { pushMessage } from './push.js';
import { wikiPageMessage } from './wiki-page.js';

const BUILDERS: Readonly<Record<ObjectKind, (payload: Json) => ChatMessage | undefined>> = {
  push: pushMessage,
  tag_push: pushMessage,
  issue: issueMessage,
  merge_request: mergeRequestMessage,
  note: noteMessage,
  pipeline: pipelineMessage,
  build: buildMessage,
  wiki_page: wikiPageMessage,
  deployment: deploymentMessage,
  alert: alertMessage,
  archive_trace: () => undefined,
};

/** An event as a message; undefined if chats are not notified of it (contract: integrations §4.4, §6.1). */
export const chatMessage = ({ objectKind, payload }: IntegrationEvent): ChatMessage | undefined =>
  BUILDERS[objectKind](payload);
