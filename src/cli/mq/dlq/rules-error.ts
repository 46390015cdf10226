/** An error in a rules table, with its place. */
export class RulesError extends Error {
  override name = 'RulesError'

  /** `line` and `column` are counted from 1. */
  constructor(line: number, column: number, text: string) {
    super(`line ${line}, column ${column}: ${text}`)
  }
}
