/** What remains of a test process that is killed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import test, { type ExecutionContext } from 'ava'
import { eventually } from './_support/eventually.ts'
import { postgresBinaries } from './_support/postgres.ts'

/** Runs a program in a process with a temporary folder of its own, until it has printed a line; returns what it printed. */
async function run(t: ExecutionContext, program: string): Promise<{ child: ChildProcess; printed: string[] }> {
  const text = `import ${JSON.stringify(import.meta.resolve('./_support/own-temporary-folder.ts'))}\n${program}`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', text], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  const [line] = await once(child.stdout as NodeJS.ReadableStream, 'data')
  return { child, printed: String(line).trim().split(' ') }
}

for (const signal of ['SIGKILL', 'SIGTERM', 'SIGINT'] as const)
  test(`the temporary folder of a process that ends by ${signal} is removed`, async (t) => {
    const { child, printed } = await run(
      t,
      `import { mkdtempSync } from 'node:fs'
      import { tmpdir } from 'node:os'
      import { join } from 'node:path'
      console.log(process.env.TMPDIR, mkdtempSync(join(tmpdir(), 'left-')))
      setInterval(() => {}, 1000)`,
    )
    const [folder = '', left = ''] = printed
    t.true(folder.startsWith(tmpdir()) && left.startsWith(folder) && existsSync(left))
    child.kill(signal)
    t.true(await eventually(async () => !existsSync(folder) || undefined))
  })

const withPostgres = postgresBinaries ? test : test.skip

withPostgres('a database server of a process that is killed ends, and its folder is removed', async (t) => {
  const { child, printed } = await run(
    t,
    `import { readFileSync } from 'node:fs'
    const { startPostgres } = await import(${JSON.stringify(import.meta.resolve('./_support/postgres.ts'))})
    const { folder } = await startPostgres()
    console.log(folder, readFileSync(folder + '/data/postmaster.pid', 'utf8').split('\\n')[0])`,
  )
  const [folder = '', pid = ''] = printed
  t.true(existsSync(`/proc/${pid}`))
  child.kill('SIGKILL')
  t.true(await eventually(async () => !existsSync(folder) || undefined))
  t.false(existsSync(`/proc/${pid}`))
})

for (const detached of [false, true])
  test(`a ${detached ? 'detached ' : ''}process that a killed process has started ends with its own children`, async (t) => {
    const { child, printed } = await run(
      t,
      `import { spawn } from 'node:child_process'
      const text = 'sleep 1000 & echo $$ $!; wait'
      spawn('/bin/sh', ['-c', text], { detached: ${detached}, stdio: ['ignore', 'inherit', 'ignore'] })`,
    )
    t.is(printed.length, 2)
    const isRunning = (pid: string) =>
      existsSync(`/proc/${pid}`) && !/^\d+ \(\S+\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
    t.true(printed.every(isRunning))
    child.kill('SIGKILL')
    t.true(await eventually(async () => !printed.some(isRunning) || undefined))
  })
