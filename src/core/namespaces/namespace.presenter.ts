import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable } from '../../common/wire/wire-types.js';
import type { Place } from './namespace.js';

/** Contract: core §6, §9. */
export const NamespaceSchema = Type.Object({
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

type ShownPlace = Pick<Place, 'id' | 'kind' | 'name' | 'path' | 'fullPath' | 'parentId'>;

export const presentNamespace = (place: ShownPlace, baseUrl: string): NamespaceView => ({
  id: place.id,
  name: place.name,
  path: place.path,
  kind: place.kind,
  full_path: place.fullPath,
  parent_id: place.parentId,
  avatar_url: null,
  web_url: `${baseUrl}/${place.kind === 'group' ? 'groups/' : ''}${place.fullPath}`,
});
