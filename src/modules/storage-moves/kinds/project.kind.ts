import { Type } from '@sinclair/typebox';
import type { Static } from '@sinclair/typebox';
import { nullable, Time } from '../../../common/wire/wire-types.js';
import type { ContainerKind } from './container-kind.js';

export const MovedProjectSchema = Type.Object({
  id: Type.Integer(),
  description: nullable(Type.String()),
  name: Type.String(),
  name_with_namespace: Type.String(),
  path: Type.String(),
  path_with_namespace: Type.String(),
  created_at: Time,
});

export const projectKind: ContainerKind = {
  name: 'project',
  label: 'Project',
  keepsStorage: true,
  present: (move): Static<typeof MovedProjectSchema> => ({
    id: move.containerId,
    description: move.containerDescription,
    name: move.containerName,
    name_with_namespace: move.containerFullName ?? '',
    path: move.containerPath ?? '',
    path_with_namespace: move.containerFullPath ?? '',
    created_at: move.containerCreatedAt,
  }),
};
