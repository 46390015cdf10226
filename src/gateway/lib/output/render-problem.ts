type LocatedProblem = { file: string; line: number; column: number; severity: 'error' | 'warning'; message: string }

/** Renders `file:line:column message`, which editors and terminals turn into a link. Warnings are marked as such. */
export function renderProblem({ file, line, column, severity, message }: LocatedProblem): string {
  return `${file}:${line}:${column} ${severity === 'warning' ? 'warning: ' : ''}${message}`
}

/** Returns the errors among problems, each rendered. */
export function renderErrors(problems: readonly LocatedProblem[]): string[] {
  return problems.filter(({ severity }) => severity === 'error').map(renderProblem)
}

/** Returns the text of a warning about a value that nothing in the documents defines. */
export function renderUndefinedValue(message: string): string {
  return `${message} - a call that needs it is rejected with status 500`
}
