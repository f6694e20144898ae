import type { Flag, PropertyFlag } from '../kinds/flags.js';

/** The column of each flag. */
export const FLAG_COLUMNS = {
  commit_events: 'commitEvents',
  push_events: 'pushEvents',
  issues_events: 'issuesEvents',
  confidential_issues_events: 'confidentialIssuesEvents',
  merge_requests_events: 'mergeRequestsEvents',
  tag_push_events: 'tagPushEvents',
  note_events: 'noteEvents',
  confidential_note_events: 'confidentialNoteEvents',
  pipeline_events: 'pipelineEvents',
  wiki_page_events: 'wikiPageEvents',
  job_events: 'jobEvents',
  comment_on_event_enabled: 'commentOnEventEnabled',
  deployment_events: 'deploymentEvents',
  alert_events: 'alertEvents',
  archive_trace_events: 'archiveTraceEvents',
} as const satisfies Readonly<Record<Flag | PropertyFlag, string>>;
export type FlagColumn = (typeof FLAG_COLUMNS)[keyof typeof FLAG_COLUMNS];
