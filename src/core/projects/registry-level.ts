export const REGISTRY_LEVELS = ['enabled', 'private', 'disabled'] as const;
/** Who may see the images of a project (contract: registry §2.1). */
export type RegistryLevel = (typeof REGISTRY_LEVELS)[number];
