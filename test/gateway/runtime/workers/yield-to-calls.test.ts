import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import test from 'ava'
import { yieldToCalls } from '../../../../src/gateway/runtime/workers/yield-to-calls.ts'

const module = new URL('../../../../src/gateway/runtime/workers/yield-to-calls.ts', import.meta.url)
const program = `
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { yieldToCalls } from '${module}'
yieldToCalls()
const threads = readdirSync('/proc/self/task').map((id) => [
  readFileSync('/proc/self/task/' + id + '/comm', 'utf8').trim(),
  getPriority(Number(id)) - getPriority(process.ppid),
])
console.log(JSON.stringify(threads))
`

const onLinux = process.platform === 'linux' ? test : test.skip

onLinux('threads that compile have a low priority, and no others', async (t) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  const threads = JSON.parse(stdout) as [name: string, difference: number][]
  t.true(threads.some(([name]) => name === 'V8Worker'))
  for (const [name, difference] of threads) t.is(difference > 0, name === 'V8Worker', name)
})

test('a system without a list of threads is left as it is', (t) => {
  t.notThrows(() => yieldToCalls('/no/such/folder'))
})
