export const FORMATS = ['zip', 'gzip', 'raw'] as const;
/** How a file uploaded by a job is packed (contract: triggers §9). */
export type ArtifactFormat = (typeof FORMATS)[number];
