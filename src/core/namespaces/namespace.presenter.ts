import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, record } from '../../common/wire/wire-types.js';
import type { Namespace } from './namespace.js';

/** Contract: core §6, §9. */
export const NamespaceSchema = record('Namespace', {
  id: Type.Integer(),
  name: Type.String(),
  path: Type.String(),
  kind: Type.String(),
  full_path: Type.String(),
  parent_id: nullable(Type.Integer()),
  avatar_url: Type.Null(),
  web_url: Type.String(),
});
export type NamespaceView = Static<typeof NamespaceSchema>;

type NamespaceFacts = Pick<Namespace, 'id' | 'kind' | 'name' | 'path' | 'fullPath' | 'parentId'>;

export const presentNamespace = (namespace: NamespaceFacts, baseUrl: string): NamespaceView => ({
  id: namespace.id,
  name: namespace.name,
  path: namespace.path,
  kind: namespace.kind,
  full_path: namespace.fullPath,
  parent_id: namespace.parentId,
  avatar_url: null,
  web_url: `${baseUrl}/${namespace.kind === 'group' ? 'groups/' : ''}${namespace.fullPath}`,
});
