/** Renders what `sluice plan` found, for people and for programs. */
import { pluralize } from '../../../../shared/cli/common/pluralize.ts'
import { renderProblem } from '../../../config/index.ts'
import { type ComparedDocuments, isComparable, type PlanReport } from './compare-documents.ts'

const maxApplications = 5
const tryFirst = '"sluice config log" lists the last changes; "sluice plan COPY" shows those of an edited copy'

/** Returns lines: the problems of documents that cannot be loaded, otherwise the changes and their number. */
export function renderPlan(report: PlanReport): string {
  return renderLines(report)
    .map((line) => `${line}\n`)
    .join('')
}

/** Returns the report as a JSON document. */
export function renderPlanAsJson(report: PlanReport): string {
  return `${JSON.stringify({ valid: isComparable(report), ...report }, null, 2)}\n`
}

function renderLines(report: PlanReport): readonly string[] {
  const { before, after, problems, changes } = report
  if (!isComparable(report)) {
    const errors = problems.filter(({ severity }) => severity === 'error')
    const broken = before.revision === undefined ? before : after
    const summary = `${pluralize(errors.length, 'error')} in ${broken.source}: a gateway would reject these documents`
    return [...errors.map(renderProblem), summary]
  }
  if (before.revision === after.revision)
    return [`nothing would change: ${render(before)} and ${render(after)} are the same revision`, tryFirst]
  if (changes.length === 0)
    return [`nothing that a caller could notice would change from ${render(before)} to ${render(after)}`]

  const applications = [...new Set(changes.flatMap((change) => change.applications))].sort()
  return [
    ...changes.map(({ text }) => text),
    `${pluralize(changes.length, 'change')} from ${render(before)} to ${render(after)}`,
    applications.length === 0 ? 'no application is affected' : `affected: ${renderNames(applications)}`,
    ...renderCalls(report),
  ]
}

function renderCalls({ calls }: PlanReport): string[] {
  if (!calls || calls.replayed === 0) return []
  const hint = calls.changed === 0 ? '' : ': "sluice why --replay" lists them'
  return [
    `${calls.changed} of ${pluralize(calls.replayed, 'call')} of the last day would be decided differently${hint}`,
  ]
}

function render({ source, revision = '' }: ComparedDocuments): string {
  return `${source} (${revision.slice(0, 12)})`
}

function renderNames(names: readonly string[]): string {
  const shown = names.slice(0, maxApplications).join(', ')
  const rest = names.length - maxApplications
  return rest > 0 ? `${shown} and ${pluralize(rest, 'other application')}` : shown
}
