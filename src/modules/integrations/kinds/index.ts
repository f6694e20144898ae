import { chatFlowA } from './chat-flow-a.kind.js';
import { chatNotificationsA } from './chat-notifications-a.kind.js';
import { chatNotificationsB } from './chat-notifications-b.kind.js';
import { chatRoomsA } from './chat-rooms-a.kind.js';
import { chatWebhookA } from './chat-webhook-a.kind.js';
import { chatWebhookB } from './chat-webhook-b.kind.js';
import { chatWebhookC } from './chat-webhook-c.kind.js';
import { chatWebhookD } from './chat-webhook-d.kind.js';
import { chatWebhookE } from './chat-webhook-e.kind.js';
import { chatWebhookF } from './chat-webhook-f.kind.js';
import { ciPipelineA } from './ci-pipeline-a.kind.js';
import { ciPlanServer } from './ci-plan-server.kind.js';
import { ciServerA } from './ci-server-a.kind.js';
import { ciServerB } from './ci-server-b.kind.js';
import { ciServerC } from './ci-server-c.kind.js';
import { ciServerCDeprecated } from './ci-server-c-deprecated.kind.js';
import { codeHostStatus } from './code-host-status.kind.js';
import { customIssueTracker } from './custom-issue-tracker.kind.js';
import { emailsOnPush } from './emails-on-push.kind.js';
import { externalWiki } from './external-wiki.kind.js';
import { ircGateway } from './irc-gateway.kind.js';
import { issueTrackerA } from './issue-tracker-a.kind.js';
import { issueTrackerB } from './issue-tracker-b.kind.js';
import { issueTrackerC } from './issue-tracker-c.kind.js';
import { issueTrackerD } from './issue-tracker-d.kind.js';
import { issueTrackerE } from './issue-tracker-e.kind.js';
import { metricsServer } from './metrics-server.kind.js';
import { mockCi } from './mock-ci.kind.js';
import { monitoringA } from './monitoring-a.kind.js';
import { packageRegistryPing } from './package-registry-ping.kind.js';
import { pipelinesEmail } from './pipelines-email.kind.js';
import { projectMgmtCommits } from './project-mgmt-commits.kind.js';
import { pushNotifications } from './push-notifications.kind.js';
import { slashCommandsA } from './slash-commands-a.kind.js';
import { slashCommandsB } from './slash-commands-b.kind.js';
import { storyTrackerComments } from './story-tracker-comments.kind.js';
import { taskTrackerComments } from './task-tracker-comments.kind.js';
import { wikiLinkA } from './wiki-link-a.kind.js';
import type { IntegrationKind } from './kind.js';

/** Every kind, in the order of the contract's table (contract: integrations §5). */
export const INTEGRATION_KINDS: readonly IntegrationKind[] = [
  taskTrackerComments,
  projectMgmtCommits,
  ciPlanServer,
  issueTrackerA,
  ciPipelineA,
  chatRoomsA,
  monitoringA,
  chatWebhookA,
  chatWebhookB,
  chatWebhookC,
  customIssueTracker,
  chatWebhookD,
  ciServerA,
  emailsOnPush,
  issueTrackerB,
  wikiLinkA,
  externalWiki,
  chatFlowA,
  codeHostStatus,
  chatWebhookE,
  ircGateway,
  issueTrackerC,
  slashCommandsA,
  slashCommandsB,
  packageRegistryPing,
  pipelinesEmail,
  storyTrackerComments,
  metricsServer,
  pushNotifications,
  issueTrackerD,
  chatNotificationsA,
  chatWebhookF,
  chatNotificationsB,
  ciServerB,
  ciServerC,
  ciServerCDeprecated,
  mockCi,
  issueTrackerE,
];
