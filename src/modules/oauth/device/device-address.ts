export const DEVICE_PATH = '/oauth/device';

/** Address of the page with the code filled in (contract: oauth §14.6). */
export const deviceAddressOf = (userCode: string): string => `${DEVICE_PATH}?user_code=${encodeURIComponent(userCode)}`;
