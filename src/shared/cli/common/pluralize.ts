/** Returns `1 change`, `2 changes`. */
export function pluralize(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`
}
