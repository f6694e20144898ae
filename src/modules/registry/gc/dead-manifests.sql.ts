import sql from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';

/**
 * True for a `container_manifests m` that collection may remove: neither it nor anything that reaches it has a tag, or
 * lost its last one after `cutoff`. It is reached by an index that lists it or by the subject it refers to, and so on
 * upwards (contract: registry §7 Live). Digests only refer downwards, so there are no cycles.
 */
export const isDead = (cutoff: string): Sql => sql`
  not exists (
    with recursive above (id, digest, subject_digest) as (
      select m.id, m.digest, m.subject_digest
      union
      select x.id, x.digest, x.subject_digest from above a cross join lateral (
        select i.id, i.digest, i.subject_digest from container_manifest_refs f
        join container_manifests i on i.id = f.manifest_id
        where f.repository_id = m.repository_id and f.digest = a.digest and f.role = 'child'
        union all
        select s.id, s.digest, s.subject_digest from container_manifests s
        where s.repository_id = m.repository_id and s.digest = a.subject_digest) x)
    select 1 from above a join container_manifests held on held.id = a.id
    where held.untagged_at is null or held.untagged_at > ${cutoff}
      or exists (select 1 from container_tags t where t.manifest_id = a.id))`;
