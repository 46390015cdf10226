/** An explanation as people read it: one line for each check, and under the one that failed what decided. */
import type { Check, Explanation } from '../../lib/explanation.ts'
import { printable } from '../../lib/printable.ts'

const marks: Record<Check['outcome'], string> = { passed: 'ok', failed: 'NO', 'not reached': '--' }

export function renderExplanation({
  requestId,
  at,
  method,
  path,
  status,
  reason,
  checks,
}: Explanation): string {
  const head = [
    `${method} ${path} was answered ${status}: ${reason}`,
    `call ${requestId}, ${new Date(at).toISOString()}`,
  ]
  return [...head, '', ...checks.flatMap(linesOf)].map((line) => `${printable(line)}\n`).join('')
}

function linesOf({ check, outcome, seen, wanted, place }: Check): string[] {
  const line = `${marks[outcome]}  ${check}`
  if (outcome === 'not reached') return [line]
  if (outcome === 'passed') return [seen === undefined ? line : `${line}: ${seen}`]

  const details = { seen, wanted, 'decided at': place }
  return [
    line,
    ...Object.entries(details).flatMap(([name, text]) =>
      text === undefined ? [] : [`      ${name.padEnd(10)}  ${text}`],
    ),
  ]
}
