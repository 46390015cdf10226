/** Mutants that no test can kill, because the program behaves the same with them; each with the reason. */
export interface Equivalent {
  file: string
  /** The whole line of the source, without the white space around it. */
  line: string
  kind: string
  replacement: string
  reason: string
}

export const equivalents: readonly Equivalent[] = []
