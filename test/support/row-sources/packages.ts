import { aPackage } from '../../builders/packages.js';
import { unique } from '../../builders/records.js';
import { list, remover } from './row-source.js';
import type { RowSource, Subjects } from './row-source.js';

export async function packages(subjects: Subjects): Promise<RowSource[]> {
  const { app, inserted, owner, groupId, projectId } = subjects;
  const packageId = await aPackage(app, projectId, { name: unique('whole') });
  const sums = { sha256: '0'.repeat(64), sha512: '0'.repeat(128), sha1: '0'.repeat(40), md5: '0'.repeat(32) };
  const blobId = await inserted('package_blobs', { ...sums, size: 1, store_key: unique('row') });
  return [
    {
      api: owner.api,
      lists: {
        ...list('/projects/:id/packages', { id: projectId }),
        ...list('/groups/:id/packages', { id: groupId }),
      },
      add: async () => String(await aPackage(app, projectId, { name: unique('row') })),
      remove: remover(subjects, 'packages'),
    },
    {
      api: owner.api,
      lists: list('/projects/:id/packages/:package_id/package_files', { id: projectId, package_id: packageId }),
      add: () => {
        const file = { file_name: unique('row'), blob_id: blobId, size: 1 };
        return inserted('package_files', { package_id: packageId, project_id: projectId, ...file });
      },
      remove: remover(subjects, 'package_files'),
    },
  ];
}
