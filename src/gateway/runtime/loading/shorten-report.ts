/** Bounds what the loader reports: hundreds of thousands of problems would keep the primary busy. */
import type { ConfigChange } from '../../config/index.ts'
import type { Problem } from '../../config/types/index.ts'

export const maxReportedProblems = 1_000
export const maxReportedChanges = 1_000
/** The limit for the names of applications in all changes together. */
export const maxReportedApplications = 10_000

/** Returns the first problems, those of changed files and errors before others, and the number left out. */
export function shortenProblems(problems: readonly Problem[], changedFiles: readonly string[]): readonly Problem[] {
  if (problems.length <= maxReportedProblems) return problems
  const rank = ({ file, severity }: Problem) => (changedFiles.includes(file) ? 0 : 2) + (severity === 'error' ? 0 : 1)
  const kept = new Set(problems.toSorted((a, b) => rank(a) - rank(b)).slice(0, maxReportedProblems))
  const shown = problems.filter((each) => kept.has(each))
  const [first] = shown
  if (!first) return shown
  const message = `${problems.length - shown.length} more problems are not listed: correct those above first`
  return [...shown, { ...first, message }]
}

/** Returns the first changes, with the first names of the applications that they affect. */
export function shortenChanges(changes: readonly ConfigChange[]): readonly ConfigChange[] {
  let left = maxReportedApplications
  const shown = changes.slice(0, maxReportedChanges).map((change) => {
    const applications = change.applications.slice(0, left)
    left -= applications.length
    return { ...change, applications }
  })
  const omitted = changes[shown.length]
  if (!omitted) return shown
  const { catalog } = omitted
  const text = `${changes.length - shown.length} more changes are not listed`
  return [...shown, { catalog, kind: 'catalog', name: catalog, action: 'changed', text, applications: [] }]
}
