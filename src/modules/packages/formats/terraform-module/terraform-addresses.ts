import type { ModuleVersion } from './module-address.js';
import type { RegistryModule } from './terraform-modules.service.js';

/** Contract: packages §5.9. */
export const REGISTRY_PATH = '/api/v4/packages/terraform/modules/v1';

export const registryModulePath = ({ namespace, name, system }: RegistryModule): string =>
  [REGISTRY_PATH, ...[namespace, name, system].map(encodeURIComponent)].join('/');

export const registryVersionPath = (module: RegistryModule & ModuleVersion): string =>
  `${registryModulePath(module)}/${encodeURIComponent(module.version)}`;

export const projectFilePath = (projectId: number, { name, system, version }: ModuleVersion): string =>
  `/api/v4/projects/${projectId}/packages/terraform/modules/${[name, system, version].map(encodeURIComponent).join('/')}/file`;
