import test from 'ava'
import type { ConfigChange } from '../../../../src/gateway/config/index.ts'
import type { Problem } from '../../../../src/gateway/config/types/index.ts'
import {
  maxReportedApplications,
  maxReportedChanges,
  maxReportedProblems,
  shortenChanges,
  shortenProblems,
} from '../../../../src/gateway/runtime/loading/shorten-report.ts'

const problem = (file: string, line: number, severity: Problem['severity'] = 'error'): Problem => ({
  file,
  line,
  severity,
  column: 1,
  message: 'is wrong',
})

test('a report with too many problems lists those of the changed files first, then errors', (t) => {
  const others = Array.from({ length: maxReportedProblems }, (_, line) => problem('apis/a.yaml', line))
  const own = [problem('apis/own.yaml', 7, 'warning')]
  const shown = shortenProblems([...others, ...own, problem('apis/z.yaml', 1, 'warning')], ['apis/own.yaml'])
  t.is(shown.length, maxReportedProblems + 1)
  t.true(shown.some(({ file }) => file === 'apis/own.yaml'))
  t.false(shown.some(({ file }) => file === 'apis/z.yaml'))
  t.is(shown.at(-1)?.message, '2 more problems are not listed: correct those above first')
})

test('the changes of a report and their applications are bounded', (t) => {
  const change = (name: string, applications: string[]): ConfigChange => ({
    catalog: 'acme/shop',
    kind: 'API',
    name,
    action: 'added',
    text: `API ${name}: added`,
    applications,
  })
  const many = Array.from({ length: maxReportedApplications - 1 }, (_, index) => `app-${index}`)
  const all = Array.from({ length: maxReportedChanges + 2 }, (_, index) => change(`a${index}`, many))
  const shown = shortenChanges(all)
  t.is(shown.at(-1)?.text, '2 more changes are not listed')
  t.is(shown.flatMap(({ applications }) => applications).length, maxReportedApplications)
  t.deepEqual(shortenChanges(all.slice(0, 1)), all.slice(0, 1))
})
