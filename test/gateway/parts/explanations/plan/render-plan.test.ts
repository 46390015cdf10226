import test from 'ava'
import type { ConfigChange } from '../../../../../src/gateway/config/index.ts'
import type { PlanReport } from '../../../../../src/gateway/parts/explanations/plan/compare-documents.ts'
import { renderPlan, renderPlanAsJson } from '../../../../../src/gateway/parts/explanations/plan/render-plan.ts'

const report: PlanReport = {
  before: { source: 'the running gateway', revision: 'a'.repeat(64) },
  after: { source: '/documents', revision: 'b'.repeat(64) },
  problems: [],
  changes: [],
}
const change: ConfigChange = {
  catalog: 'acme/sandbox',
  kind: 'plan',
  name: 'shop/gold',
  member: 'rate limit default',
  action: 'changed',
  before: '100 per hour',
  after: '80 per minute',
  applications: ['web-shop'],
  text: 'catalog acme/sandbox: plan shop/gold: rate limit default: 100 per hour -> 80 per minute',
}

test('each change is a line, followed by the sources and the applications', (t) => {
  t.is(
    renderPlan({ ...report, changes: [change] }),
    `${change.text}
1 change from the running gateway (aaaaaaaaaaaa) to /documents (bbbbbbbbbbbb)
affected: web-shop
`,
  )
})

test('of many affected applications the first ones are named', (t) => {
  const applications = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  t.regex(
    renderPlan({ ...report, changes: [{ ...change, applications }] }),
    /^affected: a, b, c, d, e and 2 other applications$/m,
  )
})

test('no change is reported in words', (t) => {
  t.regex(renderPlan({ ...report, after: report.before }), /^nothing would change/)
  t.regex(renderPlan(report), /^nothing that a caller could notice/)
})

test('invalid documents are reported with their locations', (t) => {
  const location = { file: 'apis/a.yaml', line: 3, column: 1 }
  const problems = [
    { ...location, severity: 'error', message: 'no' },
    { ...location, severity: 'warning', message: 'hm' },
  ] as const
  const rejected = { ...report, after: { source: '/documents' }, problems }
  t.is(renderPlan(rejected), 'apis/a.yaml:3:1 no\n1 error in /documents: a gateway would reject these documents\n')
  t.is(JSON.parse(renderPlanAsJson(rejected)).valid, false)
})

test('programs get every member of a change', (t) => {
  const changed = { ...report, changes: [change] }
  t.deepEqual(JSON.parse(renderPlanAsJson(changed)), { valid: true, ...changed })
})
