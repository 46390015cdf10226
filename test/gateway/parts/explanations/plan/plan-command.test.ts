/** `sluice plan BEFORE AFTER`, with folders and git revisions and without a gateway. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import type { PlanReport } from '../../../../../src/gateway/parts/explanations/plan/compare-documents.ts'
import { findCommand } from '../../../../_support/product-package.ts'
import { changed, type Files, folderWith } from '../../../config/_support/folder.ts'

const run = promisify(execFile)
const limit = changed('catalogs/sandbox/products/shop.yaml', '100/1hour', '80/1minute')

/** Runs the command. Returns the exit status and its output. */
async function plan(
  args: readonly string[],
  config = '.',
  temporary = tmpdir(),
): Promise<{ status: number; output: string; errors: string }> {
  const environment = { ...process.env, SLUICE_CONFIG: config, SLUICE_DATA: join(config, 'no-data'), TMPDIR: temporary }
  return run(process.execPath, [await findCommand('sluice'), 'plan', ...args], { env: environment }).then(
    ({ stdout, stderr }) => ({ status: 0, output: stdout, errors: stderr }),
    ({ code, stdout, stderr }) => ({ status: code, output: stdout, errors: stderr }),
  )
}

async function git(folder: string, ...args: string[]): Promise<void> {
  const identity = ['-c', 'user.name=test', '-c', 'user.email=test@example.com']
  await run('git', ['-C', folder, ...identity, ...args])
}

/** Makes a repository whose branch `main` has valid documents, and whose working tree has these files changed. */
async function openRepository(t: ExecutionContext, files: Files): Promise<string> {
  const folder = await folderWith(t)
  await git(folder, 'init', '-q', '-b', 'main')
  await git(folder, 'add', '--all')
  await git(folder, 'commit', '-q', '-m', 'first')
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text ?? '')
  return folder
}

test('two folders are compared, and the applications of a plan are named', async (t) => {
  const [before, after] = [await folderWith(t), await folderWith(t, limit)]
  const { status, output } = await plan([before, after, '--json'])
  t.is(status, 0)
  const { changes } = JSON.parse(output) as PlanReport
  t.like(changes, [
    {
      catalog: 'acme/sandbox',
      kind: 'plan',
      name: 'shop/gold',
      member: 'rate limit default',
      action: 'changed',
      before: '100 per hour',
      after: '80 per minute',
      applications: ['app'],
    },
  ])
})

test('a git revision is compared with the working tree, which stays as it is', async (t) => {
  const folder = await openRepository(t, limit)
  const { stdout: statusBefore } = await run('git', ['-C', folder, 'status', '--porcelain'])
  const temporary = await mkdtemp(join(tmpdir(), 'plan-test-'))
  t.teardown(() => rm(temporary, { recursive: true, force: true, maxRetries: 10 }))
  const { status, output } = await plan(['main', folder, '--exit-code'], folder, temporary)
  t.is(status, 3)
  t.regex(output, /rate limit default: 100 per hour -> 80 per minute\n1 change from main \(/)
  const { stdout: statusAfter } = await run('git', ['-C', folder, 'status', '--porcelain'])
  t.is(statusAfter, statusBefore)
  t.deepEqual(await readdir(temporary), [])
})

test('two git revisions without a difference have the status 0 with --exit-code', async (t) => {
  const folder = await openRepository(t, {})
  const { status, output } = await plan(['main', 'HEAD', '--exit-code'], folder)
  t.is(status, 0)
  t.regex(output, /^nothing would change: main \(/)
})

test('documents that a gateway would reject have the status 1', async (t) => {
  const [before, after] = [await folderWith(t), await folderWith(t, { 'providers/users.yaml': 'name: 1' })]
  const { status, output } = await plan([before, after])
  t.is(status, 1)
  t.regex(output, /^providers\/users\.yaml:1:/m)
})

for (const [title, revision] of [
  ['an unknown revision', 'nowhere'],
  ['a word that git could take for an option', '--output=x:'],
] as const) {
  test(`${title} is rejected`, async (t) => {
    const folder = await openRepository(t, {})
    const { status, errors } = await plan(['--', revision, folder], folder)
    t.is(status, 1)
    t.true(errors.includes(`"${revision}" is no folder, and git finds no revision of that name in ${folder}`))
  })
}
