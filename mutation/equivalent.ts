/** Mutants that no test can kill because the program behaves the same, with the reason. */
export interface Equivalent {
  file: string
  /** The whole line of the source without leading and trailing white space. */
  line: string
  /** The kind of the mutant; without it, every mutant of the line is equivalent. */
  kind?: string
  /** The text of the mutant; without it, every mutant of the kind on this line is equivalent. */
  replacement?: string
  reason: string
}
