/** Renders an explanation as text: one line for each check, the details of the one that failed, and where the time went. */
import type { CallCourse, Explanation, ExplanationCheck } from '../../contract/access/explanation.ts'
import { escapeControlCharacters } from '../../lib/output/escape-control-characters.ts'

const marks: Record<ExplanationCheck['outcome'], string> = { passed: 'ok', failed: 'NO', 'not reached': '--' }

export function renderExplanation(explanation: Explanation): string {
  const { requestId, at, method, path, status, reason, revision, application, checks, course } = explanation
  const isServed = reason === 'served'
  const head = [
    isServed ? `${method} ${path} was served: ${status}` : `${method} ${path} was answered ${status}: ${reason}`,
    `call ${requestId}, ${new Date(at).toISOString()}`,
    ...(revision === undefined ? [] : [`revision ${revision}, ${application ?? 'no application'}`]),
  ]
  const lines = [...head, '', ...checks.flatMap((check) => renderCheck(check, isServed)), ...renderCourse(course)]
  return lines.map((line) => `${escapeControlCharacters(line)}\n`).join('')
}

function renderCheck({ check, outcome, seen, wanted, place }: ExplanationCheck, showsPlaces: boolean): string[] {
  const line = `${marks[outcome]}  ${check}`
  if (outcome === 'not reached') return [line]
  const decidedAt = showsPlaces && place !== undefined ? ` (${place})` : ''
  if (outcome === 'passed') return [`${line}${seen === undefined ? '' : `: ${seen}`}${decidedAt}`]

  const details = { seen, wanted, 'decided at': place }
  return [
    line,
    ...Object.entries(details).flatMap(([name, text]) =>
      text === undefined ? [] : [`      ${name.padEnd(10)}  ${text}`],
    ),
  ]
}

function renderCourse(course: CallCourse | undefined): string[] {
  if (!course) return []
  const rows = course.stages.map(({ stage, place = '', startMs, tookMs, changes }) => {
    const changed = changes.length === 0 ? '' : `  ${changes.join(', ')}`
    return [renderMs(startMs), renderMs(tookMs), stage, `${place}${changed}`]
  })
  const attempts = course.attempts.map(({ target, why, startMs, tookMs, result = 'no response' }) => [
    renderMs(startMs),
    tookMs === undefined ? '' : renderMs(tookMs),
    'upstream',
    `${target}: ${result}, ${why}`,
  ])
  const all = [['start ms', 'took ms', 'stage', ''], ...rows, ...attempts]
  const width = Math.max(...all.map(([, , stage = '']) => stage.length))
  return [
    '',
    ...all.map(([start = '', took = '', stage = '', rest = '']) =>
      `${start.padStart(9)}  ${took.padStart(9)}  ${stage.padEnd(width)}  ${rest}`.trimEnd(),
    ),
    `${' '.repeat(11)}${renderMs(course.totalMs).padStart(9)}  in all`,
  ]
}

function renderMs(milliseconds: number): string {
  return milliseconds.toFixed(3)
}
