/** Resources that tokens are valid for, as accepted in `resource` (RFC 8707; contract: oauth §14.4). */
export const resourcesOf = (baseUrl: string): readonly string[] => [baseUrl, `${baseUrl}/api/v4`];
