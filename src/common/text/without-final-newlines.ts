/**
 * Returns the text without its final line breaks; an expression such as `\n+$` takes quadratic time for earlier ones.
 */
export function withoutFinalNewlines(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') {
    end -= 1;
  }
  return text.slice(0, end);
}
