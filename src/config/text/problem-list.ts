/**
 * What is wrong with the documents: gathered all at once, told in one form.
 */
import type { Problem, SourceLocation } from '../types/index.ts'

export { renderProblem } from '../../lib/output/render-problem.ts'

/** Gathers problems while the documents are read, so that one run tells all of them. */
export class ProblemList {
  readonly #list: Problem[] = []

  /** How many errors there are so far. */
  errors = 0

  error(place: SourceLocation, message: string): void {
    if (place.reported) return
    this.errors++
    this.#list.push({ ...at(place), severity: 'error', message })
  }

  warning(place: SourceLocation, message: string): void {
    if (place.reported) return
    this.#list.push({ ...at(place), severity: 'warning', message })
  }

  /** Takes in what was gathered elsewhere. */
  add(problems: readonly Problem[]): void {
    for (const each of problems) {
      if (each.severity === 'error') this.errors++
      this.#list.push(each)
    }
  }

  /** As they were met. */
  get all(): readonly Problem[] {
    return this.#list
  }

  get hasErrors(): boolean {
    return this.errors > 0
  }

  /** In the order of the files and of the lines in them. */
  sorted(): readonly Problem[] {
    return sortProblems(this.#list)
  }
}

/** By file, line and column. */
export function sortProblems(problems: readonly Problem[]): readonly Problem[] {
  return problems.toSorted(
    (a, b) =>
      compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.message, b.message),
  )
}

/** `file:line`, to name another place within a sentence. */
export function renderLocation({ file, line }: SourceLocation): string {
  return `${file}:${line}`
}

function at({ file, line, column }: SourceLocation): SourceLocation {
  return { file, line, column }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
