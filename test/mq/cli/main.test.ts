import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'

const root = resolve(import.meta.dirname, '../../..')

const listModules = `import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, nextLoad) {
    console.log(url)
    return nextLoad(url, context)
  },
})`

for (const [args, expected] of [
  [['-h'], /create a queue manager without starting it/],
  [['-h', '0', 'QM1'], /-h must be a whole number from 1/],
] as const)
  test(`crtmqm ${args.join(' ')} says ${expected.source}`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'mq-help-'))
    t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
    const env = { ...process.env, SLUICE_DATA: folder }
    const run = promisify(execFile)(process.execPath, ['bin/crtmqm.js', ...args], { cwd: root, env })
    const { stdout, stderr } = await run.catch((error) => error as { stdout: string; stderr: string })
    t.regex(stdout + stderr, expected)
  })

test('a command loads nothing of queue managers and servers before it knows that no MQ host runs', async (t) => {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [`--import=data:text/javascript,${encodeURIComponent(listModules)}`, 'bin/dspmq.js', '--version'],
    { cwd: root },
  )
  const modules = stdout.split('\n')
  t.true(modules.some((url) => url.endsWith('/src/mq/cli/main.ts')))
  t.deepEqual(
    modules.filter((url) =>
      /\/src\/(mq\/(manager|web|parts\/(?!file-transfer)[\w-]+(?!\/part\.ts$|\/runmqdlq\.ts$))|gateway)\/|\/node_modules\/koa\//.test(
        url,
      ),
    ),
    [],
  )
})
