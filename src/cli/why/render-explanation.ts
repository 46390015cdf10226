/** Renders an explanation as text: one line for each check, and the details of the one that failed. */
import type { Explanation, ExplanationCheck } from '../../contract/access/explanation.ts'
import { escapeControlCharacters } from '../../lib/output/escape-control-characters.ts'

const marks: Record<ExplanationCheck['outcome'], string> = { passed: 'ok', failed: 'NO', 'not reached': '--' }

export function renderExplanation({ requestId, at, method, path, status, reason, checks }: Explanation): string {
  const head = [
    `${method} ${path} was answered ${status}: ${reason}`,
    `call ${requestId}, ${new Date(at).toISOString()}`,
  ]
  return [...head, '', ...checks.flatMap(renderCheck)].map((line) => `${escapeControlCharacters(line)}\n`).join('')
}

function renderCheck({ check, outcome, seen, wanted, place }: ExplanationCheck): string[] {
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
