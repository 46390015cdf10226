/**
 * Quotes a text as a string literal for languages with `\uXXXX` escapes: Java, C#. JSON escapes are valid there, except
 * for those of characters above U+FFFF, which stay as they are.
 */
export function quoteUnicode(text: string): string {
  return JSON.stringify(text.toWellFormed())
}
