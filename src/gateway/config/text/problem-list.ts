/** Collects the problems of the documents. */
import { renderProblem, renderUndefinedValue } from '../../lib/output/render-problem.ts'
import type { Problem, SourceLocation } from '../types/index.ts'
import { type MemberPath, type ParsedDocument, renderMemberPath } from './parsed-document.ts'

export { renderProblem }

/** Collects problems while the documents are read, so that one run reports all of them. */
export class ProblemList {
  readonly #list: Problem[] = []

  /** The number of errors so far. */
  errors = 0

  error(location: SourceLocation, message: string): void {
    if (location.reported) return
    this.errors++
    this.#list.push({ ...at(location), severity: 'error', message })
  }

  /** `effect` says that the document does less than it says there, or that calls which need the place fail. */
  warning(location: SourceLocation, message: string, effect?: Problem['effect']): void {
    if (location.reported) return
    const problem: Problem = { ...at(location), severity: 'warning', message }
    if (effect) problem.effect = effect
    this.#list.push(problem)
  }

  /** Reports a name that nothing defines: a warning unless the document is strict, because only some calls need it. */
  undefinedValue({ isStrict }: { isStrict: boolean }, location: SourceLocation, message: string): void {
    if (isStrict) this.error(location, message)
    else this.warning(location, renderUndefinedValue(message), 'cannot')
  }

  /** Reports an error about the member at a path, which the message names first. */
  memberError(source: ParsedDocument, path: MemberPath, message: string): void {
    this.error(source.locate(path), `${renderMemberPath(path)} ${message}`)
  }

  /** Reports a warning about the member at a path, which the message names first. */
  memberWarning(source: ParsedDocument, path: MemberPath, message: string, effect?: Problem['effect']): void {
    this.warning(source.locateKey(path), `${renderMemberPath(path)} ${message}`, effect)
  }

  /** Adds problems that another list collected. */
  add(problems: readonly Problem[]): void {
    for (const each of problems) {
      if (each.severity === 'error') this.errors++
      this.#list.push(each)
    }
  }

  /** The problems in the order in which they were added. */
  get all(): readonly Problem[] {
    return this.#list
  }

  get hasErrors(): boolean {
    return this.errors > 0
  }

  /** Returns the problems sorted by file, line and column. */
  sorted(): readonly Problem[] {
    return sortProblems(this.#list)
  }
}

/** Returns the problems sorted by file, line, column and message. */
export function sortProblems<P extends Omit<Problem, 'severity'>>(problems: readonly P[]): readonly P[] {
  return problems.toSorted(
    (a, b) => compare(a.file, b.file) || a.line - b.line || a.column - b.column || compare(a.message, b.message),
  )
}

/** Renders problems. More than three warnings that say the same of members of one name are a line with their number. */
export function renderProblems(problems: readonly Problem[]): string[] {
  const alike = ({ file, severity, message }: Problem) =>
    severity === 'error'
      ? undefined
      : `${file} ${message.replace(/^\S*[.\]](?=[^\s.\]])/, '').replaceAll(/\[\d+\]/g, '')}`
  const groups = Map.groupBy(problems, alike)
  return problems.flatMap((problem) => {
    const group = groups.get(alike(problem)) ?? []
    if (group.length <= 3 || problem.severity === 'error') return [renderProblem(problem)]
    return problem === group[0] ? [`${renderProblem(problem)} (${group.length} times in this file)`] : []
  })
}

function at({ file, line, column }: SourceLocation): SourceLocation {
  return { file, line, column }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
