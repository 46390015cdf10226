interface Placed {
  file: string
  line: number
  column: number
  severity: 'error' | 'warning'
  message: string
}

/** `file:line:column message`, the form that editors and terminals make a link of; a warning says so. */
export function renderProblem({ file, line, column, severity, message }: Placed): string {
  return `${file}:${line}:${column} ${severity === 'warning' ? 'warning: ' : ''}${message}`
}
