/** Every counter beside what it counts, as the plain definition has it; none when they all agree. */
export const COUNTER_FAULTS = `
  with told as (
    select name, owner_id, sum(value) as value
    from (select name, owner_id, value from counters union all select name, owner_id, change from counter_changes) part
    group by name, owner_id),
  counted as (
    select 'container_tags' collate "C" as name, repository_id as owner_id, count(*) as value
    from container_tags group by repository_id
    union all
    select 'container_bytes', project_id, sum(size) from (
      select c.project_id, b.digest, b.size from container_repositories c
      join container_blob_links l on l.repository_id = c.id join container_blobs b on b.id = l.blob_id
      union
      select c.project_id, m.digest, m.size from container_repositories c
      join container_manifests m on m.repository_id = c.id) content
    group by project_id
    union all
    select 'snippet_bytes', s.project_id, sum(r.size_bytes) from snippets s join repositories r on r.snippet_id = s.id
    where s.project_id is not null group by s.project_id
    union all
    select 'package_bytes', project_id, sum(size) from package_files group by project_id)
  select name, owner_id, coalesce(told.value, 0) as told, coalesce(counted.value, 0) as counted
  from told full join counted using (name, owner_id) where coalesce(told.value, 0) <> coalesce(counted.value, 0)`;
