import { ComposerModule } from './composer/composer.module.js';
import { ConanModule } from './conan/conan.module.js';
import { GenericModule } from './generic/generic.module.js';
import { GolangModule } from './golang/golang.module.js';
import { HelmModule } from './helm/helm.module.js';
import { MavenModule } from './maven/maven.module.js';
import { NpmModule } from './npm/npm.module.js';
import { NugetModule } from './nuget/nuget.module.js';
import { PypiModule } from './pypi/pypi.module.js';
import { TerraformModuleModule } from './terraform-module/terraform-module.module.js';

/** The modules of all formats that clients can publish and install. */
export const PACKAGE_FORMATS = [
  ComposerModule,
  ConanModule,
  GenericModule,
  GolangModule,
  HelmModule,
  MavenModule,
  NpmModule,
  NugetModule,
  PypiModule,
  TerraformModuleModule,
] as const;
