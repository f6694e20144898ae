/** What went wrong, for logs and records: the message of an error, else whatever was thrown as text. */
export const errorText = (error: unknown): string => (error instanceof Error ? error.message : String(error));
