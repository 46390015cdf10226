import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import test from 'ava'
import { commands } from '../../_support/commands.ts'
import { compileCache, findCommand } from '../../_support/product-package.ts'

interface Finished {
  status: number | null
  output: string
  errors: string
}

/** Runs a command of the package to its end. With `closed`, its reader goes away before it writes anything. */
async function run(name: string, args: readonly string[], { closed = false } = {}): Promise<Finished> {
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache }
  const child = spawn(process.execPath, [await findCommand(name), ...args], { env })
  if (closed) child.stdout.destroy()
  const status = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, errors] = await Promise.all([closed ? '' : text(child.stdout), text(child.stderr)])
  return { status: await status, output, errors }
}

for (const [name, args] of [
  ['sluice', ['schema', 'api']],
  ['sluice', ['help']],
  ['dspmq', ['--help']],
] as const) {
  test(`${name} ${args.join(' ')} ends quietly when its reader goes away`, async (t) => {
    t.deepEqual(await run(name, args, { closed: true }), { status: 0, output: '', errors: '' })
  })
}

for (const [name, args, status, error] of [
  ['runmqsc', ['-y'], 36, /^there is no option "-y"\nUsage: runmqsc /],
  ['runmqsc', ['-f', 'package.json/none', 'QM1'], 71, /^runmqsc: package\.json\/none: it is not a folder\n$/],
  ['sluice', ['schema', '--out', 'package.json'], 1, /^sluice: \S*package\.json: it exists already\n$/],
  ['sluice', ['keys', '--out'], 2, /^sluice: there is no option "--out"[\s\S]*\nUsage: sluice keys /],
] as const) {
  test(`${name} ${args.join(' ')} says what is wrong`, async (t) => {
    const { errors, ...finished } = await run(name, args)
    t.deepEqual(finished, { status, output: '' })
    t.regex(errors, error)
  })
}

test('every command prints its version', async (t) => {
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  t.is((await run('sluice', ['--version'])).output, `sluice ${version}\n`)
  t.is((await run('dspmq', ['--version'])).output, `dspmq ${version}\n`)
})

test('help for a command prints what its --help prints', async (t) => {
  t.true(commands.some(({ name }) => name === 'apps'))
  const { output, status } = await run('sluice', ['help', 'apps'])
  t.is(status, 0)
  t.regex(output, /^Usage: sluice apps /)
  t.is(output, (await run('sluice', ['apps', '--help'])).output)
})

test('help for an unknown command suggests a known one', async (t) => {
  const { status, errors } = await run('sluice', ['help', 'aps'])
  t.is(status, 2)
  t.regex(errors, /there is no command "aps" - did you mean "apps"\?/)
})
