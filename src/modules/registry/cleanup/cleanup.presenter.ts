import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../../common/wire/wire-types.js';
import { presentImageTime } from '../tags/tag.presenter.js';
import type { CleanupPreview } from './cleanup-plan.js';
import type { TagDecision } from './cleanup-rules.js';

const TagDecisionSchema = record('ImageTagDecision', {
  name: Type.String(),
  digest: Type.String(),
  created_at: nullable(Time),
  action: Type.Union([Type.Literal('delete'), Type.Literal('keep')]),
  rule: Type.String(),
});

/** Contract: registry §4 Dry run. */
export const CleanupPreviewSchema = record('ImageTagsPreview', {
  dry_run: Type.Literal(true),
  items: Type.Array(TagDecisionSchema),
  totals: Type.Object({ delete: Type.Integer(), keep: Type.Integer() }),
  plan_id: Type.String(),
  expires_at: Time,
  reclaimable_bytes: Type.Integer(),
});

const ITEMS_AT_ONCE = 1000;

/** Writes the response to a dry run piece by piece, because a repository may have very many tags. */
export function* writePreview(preview: CleanupPreview): Generator<string> {
  const { decisions, planId, expiresAt, reclaimableBytes } = preview;
  yield '{"dry_run":true,"items":[';
  for (let at = 0; at < decisions.length; at += ITEMS_AT_ONCE) {
    const items = decisions.slice(at, at + ITEMS_AT_ONCE).map((decision) => JSON.stringify(presentDecision(decision)));
    yield (at === 0 ? '' : ',') + items.join(',');
  }
  const deleted = decisions.filter(({ action }) => action === 'delete').length;
  const totals = { delete: deleted, keep: decisions.length - deleted };
  const rest = { totals, plan_id: planId, expires_at: expiresAt, reclaimable_bytes: reclaimableBytes };
  yield `],${JSON.stringify(rest).slice(1)}`;
}

function presentDecision({ tag, action, rule }: TagDecision): Static<typeof TagDecisionSchema> {
  return { name: tag.name, digest: tag.digest, created_at: presentImageTime(tag.createdAt), action, rule };
}
