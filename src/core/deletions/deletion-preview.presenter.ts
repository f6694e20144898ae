import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { DeletionPreview, Named } from './deletion-preview.js';
import { record } from '../../common/wire/wire-types.js';

/** Contract: core §15.2. */
export const DeletionPreviewSchema = record('DeletionPreview', {
  dry_run: Type.Literal(true),
  items: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal('user'), Type.Literal('group'), Type.Literal('project')]),
      id: Type.Integer(),
      name: Type.String(),
      action: Type.Literal('delete'),
    }),
  ),
  totals: Type.Object({
    groups: Type.Integer(),
    projects: Type.Integer(),
    repositories: Type.Integer(),
    packages: Type.Integer(),
    images: Type.Integer(),
    bytes: Type.Integer(),
  }),
});
export type DeletionPreviewView = Static<typeof DeletionPreviewSchema>;
type Item = DeletionPreviewView['items'][number];

/** Presents what a deletion would remove; bytes only where they are counted (contract: conventions §13). */
export function presentDeletionPreview({
  users,
  groups,
  projects,
  contents,
  bytes,
}: DeletionPreview): DeletionPreviewView {
  const { repositories, packages, images } = contents;
  return {
    dry_run: true,
    items: [...users.map(item('user')), ...groups.map(item('group')), ...projects.map(item('project'))],
    totals: { groups: groups.length, projects: projects.length, repositories, packages, images, bytes },
  };
}

const item =
  (kind: Item['kind']) =>
  ({ id, name }: Named): Item => ({ kind, id, name, action: 'delete' });
