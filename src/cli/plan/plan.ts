/** What documents would change in a gateway, told to people or to scripts. */
import { renderProblem } from '../../config/index.ts'
import type { Plan } from '../../runtime/index.ts'
import { plural } from '../common/plural.ts'

export interface PlanOptions {
  json: boolean
  write(text: string): void
}

/** Prints it. The exit status: 1 when the gateway would refuse the documents, else 0. */
export function plan(answer: Plan, { json, write }: PlanOptions): number {
  const { folder, inUse, revision, problems, changes } = answer
  const valid = revision !== undefined

  if (json) write(`${JSON.stringify({ valid, folder, inUse, revision, changes, problems }, null, 2)}\n`)
  else for (const line of linesOf(answer)) write(`${line}\n`)
  return valid ? 0 : 1
}

function linesOf({ folder, inUse, revision, problems, changes }: Plan): string[] {
  const short = inUse.slice(0, 12)
  if (revision === undefined) {
    const errors = problems.filter(({ severity }) => severity === 'error')
    const refused = `${plural(errors.length, 'error')} in ${folder}: revision ${short} would stay in use`
    return [...errors.map(renderProblem), refused]
  }
  if (revision === inUse) return [`nothing would change: revision ${short} is what ${folder} says`]
  if (changes.length === 0) return [`nothing that a caller could notice would change in revision ${short}`]
  return [...changes, `${plural(changes.length, 'change')} to revision ${short}, which is in use`]
}
