/** A mutant that no test can kill because the program behaves the same, with the reason. */
export interface Equivalent {
  file: string
  /** The whole line of the source without leading and trailing white space. */
  line: string
  kind: string
  replacement: string
  reason: string
}
