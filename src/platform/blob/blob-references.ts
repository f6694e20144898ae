/**
 * References to objects of the blob store: for each table that has them, a query of `key`, `size` and `owner`. A module
 * that stores bytes adds its query here, so that backups and `doctor` include them.
 */
export const BLOB_REFERENCES: Readonly<Record<string, string>> = {
  container_blobs: `
    select store_key as key, size, 'image blob ' || digest as owner from container_blobs where state = 'stored'`,
  container_uploads: `
    select u.store_ref || '.' || (p.part ->> 'id') as key, (p.part ->> 'size')::bigint as size,
      'upload ' || u.id as owner
    from container_uploads u cross join jsonb_array_elements(u.staged -> 'parts') as p (part)`,
  package_blobs: `
    select store_key as key, size, 'package file ' || sha256 as owner from package_blobs`,
  ci_job_logs: `select blob_key as key, size::bigint as size, 'log of job ' || job_id as owner from ci_job_logs`,
  ci_artifacts: `
    select blob_key as key, size, 'artifact ' || file_type || ' of job ' || job_id as owner from ci_artifacts`,
};
