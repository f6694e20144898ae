const CHANNEL = /^[A-Za-z0-9]+(?:[._-][A-Za-z0-9]+)*$/;
const MAX_CHANNEL = 255;

/** Letters and digits, separated by single `.`, `-` or `_` (contract: packages §5.8). */
export const isChannel = (channel: string): boolean => channel.length <= MAX_CHANNEL && CHANNEL.test(channel);

export const chartFileName = (name: string, version: string): string => `${name}-${version}.tgz`;
