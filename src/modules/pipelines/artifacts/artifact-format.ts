export const FORMATS = ['zip', 'gzip', 'raw'] as const;
/** How a file that a job uploaded is packed (contract: triggers §9). */
export type ArtifactFormat = (typeof FORMATS)[number];
