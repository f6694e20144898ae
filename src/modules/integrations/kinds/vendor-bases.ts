/** Base addresses of vendors by kind; names in braces are replaced by settings (contract: integrations §6). */
export const VENDOR_BASES: ReadonlyMap<string, string> = new Map([
  ['task-tracker-comments', 'https://app.asana.com/api/1.0'],
  ['project-mgmt-commits', 'https://atlas.assembla.com'],
  ['ci-pipeline-a', 'https://webhook.buildkite.com'],
  ['chat-rooms-a', 'https://{subdomain}.campfirenow.com'],
  ['monitoring-a', 'https://webhook-intake.{site}'],
  ['chat-flow-a', 'https://api.flowdock.com'],
  ['code-host-status', 'https://api.github.com'],
  ['package-registry-ping', 'https://packagist.org'],
  ['story-tracker-comments', 'https://www.pivotaltracker.com/services/v5'],
  ['push-notifications', 'https://api.pushover.net/1'],
  ['metrics-server', 'https://oauth2.googleapis.com'],
]);

/**
 * Vendors whose statuses are read from another address than events are sent to; a base set by the operator serves both.
 */
export const STATUS_BASES: ReadonlyMap<string, string> = new Map([['ci-pipeline-a', 'https://gitlab.buildkite.com']]);
