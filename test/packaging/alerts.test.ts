import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import test from 'ava'

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
