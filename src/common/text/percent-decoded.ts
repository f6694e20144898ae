/** The text with its percent-encoding decoded; as it is where a `%` in it begins no escape. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
