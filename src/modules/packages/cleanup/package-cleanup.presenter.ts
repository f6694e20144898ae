import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record, Time } from '../../../common/wire/wire-types.js';
import type { PackageCleanupPolicy } from './package-cleanup-policy.js';
import type { PackageCleanupPreview, PackageDecision } from './package-decisions.js';

/** Contract: packages §6.2. */
export const PackageCleanupPolicySchema = record('PackageCleanupPolicy', {
  enabled: Type.Boolean(),
  cadence: Type.String(),
  keep_n_versions: nullable(Type.Integer()),
  older_than: nullable(Type.String()),
  name_regex_delete: nullable(Type.String()),
  name_regex_keep: nullable(Type.String()),
  package_types: Type.Array(Type.String()),
  next_run_at: nullable(Time),
});

export type PackageCleanupPolicyView = Static<typeof PackageCleanupPolicySchema>;

export const presentPolicy = (policy: PackageCleanupPolicy): PackageCleanupPolicyView => ({
  enabled: policy.enabled,
  cadence: policy.cadence,
  keep_n_versions: policy.keepNVersions,
  older_than: policy.olderThan,
  name_regex_delete: policy.nameRegexDelete,
  name_regex_keep: policy.nameRegexKeep,
  package_types: [...policy.packageTypes],
  next_run_at: policy.nextRunAt,
});

const DecisionSchema = record('PackageDecision', {
  id: Type.Integer(),
  name: Type.String(),
  version: Type.String(),
  action: Type.Union([Type.Literal('delete'), Type.Literal('keep')]),
  rule: Type.String(),
});

/** What a cleanup would do (contract: packages §6.2). */
export const PackageCleanupPreviewSchema = record('PackageCleanupPreview', {
  dry_run: Type.Literal(true),
  items: Type.Array(DecisionSchema),
  totals: Type.Object({ delete: Type.Integer(), keep: Type.Integer() }),
  bytes: Type.Integer(),
});

const ITEMS_AT_ONCE = 1000;

/** Writes the response to a dry run piece by piece, because a project may have very many packages. */
export function* writePreview({ decisions, bytes }: PackageCleanupPreview): Generator<string> {
  yield '{"dry_run":true,"items":[';
  for (let at = 0; at < decisions.length; at += ITEMS_AT_ONCE) {
    const items = decisions.slice(at, at + ITEMS_AT_ONCE).map((decision) => JSON.stringify(presentDecision(decision)));
    yield (at === 0 ? '' : ',') + items.join(',');
  }
  const deleted = decisions.filter(({ action }) => action === 'delete').length;
  const rest = { totals: { delete: deleted, keep: decisions.length - deleted }, bytes };
  yield `],${JSON.stringify(rest).slice(1)}`;
}

const presentDecision = (decision: PackageDecision): Static<typeof DecisionSchema> => ({
  id: decision.package.id,
  name: decision.package.name,
  version: decision.package.version,
  action: decision.action,
  rule: decision.rule,
});
