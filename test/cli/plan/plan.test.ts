import test from 'ava'

import { printPlan } from '../../../src/cli/plan/plan.ts'
import type { PlannedChanges } from '../../../src/runtime/messages.ts'

const inUse = 'a'.repeat(64)
const answer: PlannedChanges = {
  folder: '/documents',
  inUse,
  revision: 'b'.repeat(64),
  problems: [],
  changes: [],
}

function run(changed: Partial<PlannedChanges>, json = false) {
  let text = ''
  const write = (more: string) => {
    text += more
  }
  return { status: printPlan({ ...answer, ...changed }, { json, write }), text }
}

test('each change is a line', (t) => {
  const changes = ['acme/sandbox: plan gold: limit default: 100 per hour -> 80 per minute']
  const { status, text } = run({ changes })
  t.is(status, 0)
  t.is(text, `${changes[0]}\n1 change to revision aaaaaaaaaaaa, which is in use\n`)
})

test('no change is reported in words', (t) => {
  t.regex(run({ revision: inUse }).text, /^nothing would change/)
  t.regex(run({}).text, /^nothing that a caller could notice/)
})

test('invalid documents are reported with their locations, with status 1', (t) => {
  const { revision: _, ...wrong } = answer
  const place = { file: 'apis/a.yaml', line: 3, column: 1 }
  const problems = [
    { ...place, severity: 'error', message: 'no' },
    { ...place, severity: 'warning', message: 'hm' },
  ] as const
  let text = ''
  t.is(printPlan({ ...wrong, problems }, { json: false, write: (more) => (text += more) }), 1)
  t.is(text, 'apis/a.yaml:3:1 no\n1 error in /documents: revision aaaaaaaaaaaa would stay in use\n')
})

test('scripts get everything', (t) => {
  t.deepEqual(JSON.parse(run({ changes: ['x'] }, true).text), { valid: true, ...answer, changes: ['x'] })
})
