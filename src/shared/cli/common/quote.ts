/** Returns a word of a shell script in single quotes, for bash and zsh. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Returns a word for the shell, quoted only where that is necessary. */
export function quoteWord(text: string): string {
  return /^[\w./+@%:,=-]+$/.test(text) ? text : quoteForShell(text)
}

/** Returns a word of a fish script in single quotes. */
export function quoteForFish(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
