/** Kinds of objects that events are about (contract: integrations §4.1). */
export const OBJECT_KINDS = [
  'push',
  'tag_push',
  'issue',
  'note',
  'merge_request',
  'pipeline',
  'build',
  'wiki_page',
  'deployment',
  'archive_trace',
  'alert',
] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];
