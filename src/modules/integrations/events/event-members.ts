import type { ObjectKind } from '../kinds/object-kind.js';

interface Members {
  readonly top?: readonly string[];
  /** Members of `object_attributes`. */
  readonly nested?: readonly string[];
}

/** Required members of each kind of event (contract: integrations §4.3). */
export const REQUIRED_MEMBERS: Readonly<Record<ObjectKind, Members>> = {
  push: { top: ['ref', 'before', 'after'] },
  tag_push: { top: ['ref', 'before', 'after'] },
  issue: { nested: ['iid', 'title'] },
  merge_request: { nested: ['iid', 'title', 'source_branch', 'target_branch'] },
  note: { nested: ['note', 'noteable_type'] },
  pipeline: { nested: ['id', 'status', 'ref'] },
  build: { top: ['build_id', 'build_name', 'build_status'] },
  wiki_page: { nested: ['title'] },
  deployment: { top: ['status', 'environment'] },
  archive_trace: { top: ['build_id'] },
  alert: { nested: ['title'] },
};

interface Words {
  readonly top?: Readonly<Record<string, readonly string[]>>;
  readonly nested?: Readonly<Record<string, readonly string[]>>;
}

/** Allowed values of members (contract: integrations §4.2). */
export const WORDS: Readonly<Partial<Record<ObjectKind, Words>>> = {
  issue: { nested: { action: ['open', 'close', 'reopen', 'update'] } },
  merge_request: {
    nested: {
      state: ['opened', 'closed', 'merged', 'locked'],
      action: ['open', 'close', 'reopen', 'update', 'approved', 'unapproved', 'approval', 'unapproval', 'merge'],
    },
  },
  note: { nested: { noteable_type: ['Commit', 'MergeRequest', 'Issue', 'Snippet'] } },
  wiki_page: { nested: { action: ['create', 'update', 'delete'] } },
  deployment: { top: { status: ['running', 'success', 'failed', 'canceled'] } },
};
