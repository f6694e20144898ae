/**
 * Flags for the events that an integration receives: each is a column, shown in every record (contract: integrations
 * §2).
 */
export const FLAGS = [
  'commit_events',
  'push_events',
  'issues_events',
  'confidential_issues_events',
  'merge_requests_events',
  'tag_push_events',
  'note_events',
  'confidential_note_events',
  'pipeline_events',
  'wiki_page_events',
  'job_events',
  'comment_on_event_enabled',
] as const;
export type Flag = (typeof FLAGS)[number];

/** Like {@link FLAGS}, but shown among the properties of the kinds that have them; off by default. */
export const PROPERTY_FLAGS = ['deployment_events', 'alert_events', 'archive_trace_events'] as const;
export type PropertyFlag = (typeof PROPERTY_FLAGS)[number];

const E9: readonly Flag[] = [
  'push_events',
  'issues_events',
  'confidential_issues_events',
  'merge_requests_events',
  'tag_push_events',
  'note_events',
  'confidential_note_events',
  'pipeline_events',
  'wiki_page_events',
];
export const CHAT_FLAGS = E9;
export const CI_FLAGS: readonly Flag[] = ['push_events', 'merge_requests_events', 'tag_push_events'];
