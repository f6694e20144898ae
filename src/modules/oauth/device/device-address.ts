export const DEVICE_PATH = '/oauth/device';

/** Where the page comes with the code filled in (contract: oauth §14.6). */
export const deviceAddressOf = (userCode: string): string => `${DEVICE_PATH}?user_code=${encodeURIComponent(userCode)}`;
