import type { ApplicationSettingsEntity } from './application-settings.entity.js';

/** Instance settings as the code reads them (contract: core §1.2). */
export type Settings = Readonly<Omit<ApplicationSettingsEntity, 'id' | 'keyCheck'>>;
