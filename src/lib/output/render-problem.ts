interface LocatedProblem {
  file: string
  line: number
  column: number
  severity: 'error' | 'warning'
  message: string
}

/** `file:line:column message`, the form that editors and terminals make a link of; a warning says so. */
export function renderProblem({ file, line, column, severity, message }: LocatedProblem): string {
  return `${file}:${line}:${column} ${severity === 'warning' ? 'warning: ' : ''}${message}`
}
