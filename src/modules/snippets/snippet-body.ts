/** Ten files of 1 MiB with every character escaped (contract: core §8). */
export const SNIPPET_BODY = { bytes: 64 * 1024 * 1024, values: 2048 };
