/** What tokens are good for, as `resource` may name it (RFC 8707; contract: oauth §14.4). */
export const resourcesOf = (baseUrl: string): readonly string[] => [baseUrl, `${baseUrl}/api/v4`];
