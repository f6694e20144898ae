/** The text without the line breaks at its end; an expression such as `\n+$` is quadratic in those before it. */
export function withoutFinalNewlines(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') {
    end -= 1;
  }
  return text.slice(0, end);
}
