/** Prints what documents would change in a running gateway. */
import { renderProblem } from '../../config/index.ts'
import type { PlannedChanges } from '../../runtime/gateway/index.ts'
import { pluralize } from '../common/pluralize.ts'

export interface PrintPlanOptions {
  json: boolean
  write(text: string): void
}

/** Prints the changes. Returns the exit status: 1 when the gateway would reject the documents, else 0. */
export function printPlan(answer: PlannedChanges, { json, write }: PrintPlanOptions): number {
  const { folder, inUse, revision, problems, changes } = answer
  const valid = revision !== undefined

  if (json) write(`${JSON.stringify({ valid, folder, inUse, revision, changes, problems }, null, 2)}\n`)
  else for (const line of linesOf(answer)) write(`${line}\n`)
  return valid ? 0 : 1
}

function linesOf({ folder, inUse, revision, problems, changes }: PlannedChanges): string[] {
  const short = inUse.slice(0, 12)
  if (revision === undefined) {
    const errors = problems.filter(({ severity }) => severity === 'error')
    const refused = `${pluralize(errors.length, 'error')} in ${folder}: revision ${short} would stay in use`
    return [...errors.map(renderProblem), refused]
  }
  if (revision === inUse) return [`nothing would change: revision ${short} is what ${folder} says`]
  if (changes.length === 0) return [`nothing that a caller could notice would change in revision ${short}`]
  return [...changes, `${pluralize(changes.length, 'change')} to revision ${short}, which is in use`]
}
