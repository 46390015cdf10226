import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import test from 'ava'
import { parse } from 'yaml'

const run = promisify(execFile)

test('promtool accepts the alert rules', async (t) => {
  try {
    const { stdout } = await run('promtool', ['check', 'rules', 'docs/grafana/alerts.yml'])
    t.regex(stdout, /SUCCESS: \d+ rules found/)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    t.log('skipped: promtool is not installed (Debian: apt install prometheus)')
    t.pass()
  }
})

test('every alert names a runbook that mentions it', (t) => {
  const { groups } = parse(readFileSync('docs/grafana/alerts.yml', 'utf8'))
  const rules: { alert: string; annotations: { runbook: string } }[] = groups.flatMap(
    (group: { rules: [] }) => group.rules,
  )
  t.true(rules.length > 20)
  for (const { alert, annotations } of rules) {
    t.true(existsSync(annotations.runbook), alert)
    const page = readFileSync(annotations.runbook, 'utf8')
    t.true(page.includes(alert), alert)
  }
})
