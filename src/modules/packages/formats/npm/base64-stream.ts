/** Decodes base64 that arrives in pieces. Throws a `SyntaxError` for invalid base64. */
export class Base64Stream {
  /** Characters that do not form whole bytes yet. */
  private rest = '';

  push(text: string): Buffer {
    const all = this.rest + text;
    const whole = all.length - (all.length % 4);
    this.rest = all.slice(whole);
    return decoded(all.slice(0, whole));
  }

  finish(): void {
    if (this.rest !== '') {
      throw new SyntaxError('Base64 that ends too early');
    }
  }
}

/** `Buffer` skips invalid characters; a byte count that is too low reveals them. */
function decoded(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  if (bytes.length !== (text.length / 4) * 3 - padding) {
    throw new SyntaxError('Not base64');
  }
  return bytes;
}
