/** Maximum number of characters kept of a text (contract: alerts §1.4). */
export const MAX_TITLE = 200;
export const MAX_DESCRIPTION = 1000;
export const MAX_NAME = 100;
export const MAX_ENVIRONMENT = 255;
