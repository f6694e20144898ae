import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import type { ContainerKind } from './container-kind.js';

export const MovedGroupSchema = Type.Object({ id: Type.Integer(), web_url: Type.String(), name: Type.String() });

export const groupKind: ContainerKind = {
  name: 'group',
  label: 'Group',
  keepsStorage: true,
  present: (move, baseUrl): Static<typeof MovedGroupSchema> => ({
    id: move.containerId,
    web_url: `${baseUrl}/groups/${move.containerFullPath ?? ''}`,
    name: move.containerName,
  }),
};
