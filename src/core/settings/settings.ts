import type { ApplicationSettingsEntity } from './application-settings.entity.js';

/** Settings of the instance, for use in code (contract: core §1.2). */
export type Settings = Readonly<Omit<ApplicationSettingsEntity, 'id' | 'keyCheck'>>;
