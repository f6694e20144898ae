import { GenericModule } from './generic/generic.module.js';

/** A module for each format that clients publish and install by. */
export const PACKAGE_FORMATS = [GenericModule] as const;
