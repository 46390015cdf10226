/** Renders an explanation as text: one line for each check, the details of the one that failed, and where the time went. */
import { escapeControlCharacters } from '../../../../shared/lib/output/escape-control-characters.ts'
import {
  type CallCourse,
  type Explanation,
  type ExplanationCheck,
  isOnQueue,
  type MessageMovement,
} from '../../../contract/access/explanation.ts'

const marks: Record<ExplanationCheck['outcome'], string> = { passed: 'ok', failed: 'NO', 'not reached': '--' }

export function renderExplanation(explanation: Explanation): string {
  const { requestId, at, method, path, status, reason, revision, application, checks, course } = explanation
  const isServed = reason === 'served'
  const head = [
    isServed ? `${method} ${path} was served: ${status}` : `${method} ${path} was answered ${status}: ${reason}`,
    `call ${requestId}, ${new Date(at).toISOString()}`,
    ...(revision === undefined ? [] : [`revision ${revision}, ${application ?? 'no application'}`]),
  ]
  const lines = [
    ...head,
    ...(checks.length > 0 ? ['', ...checks.flatMap((check) => renderCheck(check, isServed))] : []),
    ...renderCourse(course),
    ...renderMessages(explanation.messages ?? []),
  ]
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

/** Returns a line for each call that has moved a message, below the message. */
function renderMessages(messages: readonly MessageMovement[]): string[] {
  const byMessage = Map.groupBy(messages, ({ messageId, traceId }) => messageId ?? `of trace ${traceId}`)
  return [...byMessage].flatMap(([id, moved]) => [
    '',
    `message ${id}${moved[0]?.queue === undefined ? '' : `, ${moved[0].queue}`}`,
    ...moved.map(({ at, how, application = 'no application', plan, requestId }) =>
      [
        `  ${new Date(at).toISOString()}`,
        how.padEnd(12),
        `${application}${plan === undefined ? '' : ` (${plan})`},`,
        `call ${requestId}`,
      ].join('  '),
    ),
    ...(moved[0]?.messageId !== undefined && isOnQueue(moved)
      ? ['  no call through the gateway has taken it since']
      : []),
  ])
}

function renderMs(milliseconds: number): string {
  return milliseconds.toFixed(3)
}
