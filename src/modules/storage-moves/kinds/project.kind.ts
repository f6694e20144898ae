import type { ContainerKind } from './container-kind.js';

export const projectKind: ContainerKind = {
  name: 'project',
  label: 'Project',
  keepsStorage: true,
  present: (move) => ({
    id: move.containerId,
    description: move.containerDescription,
    name: move.containerName,
    name_with_namespace: move.containerFullName,
    path: move.containerPath,
    path_with_namespace: move.containerFullPath,
    created_at: move.containerCreatedAt,
  }),
};
