/** `sluice test` on the documents of the sandbox, and on folders with mistakes. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { findUnguardedLines } from '../../../../../src/gateway/parts/document-tests/commands/find-unguarded-lines.ts'
import { runTests } from '../../../../../src/gateway/parts/document-tests/commands/run-tests.ts'
import { testCommand } from '../../../../../src/gateway/parts/document-tests/commands/test-command.ts'
import { readSettings } from '../../../../../src/gateway/runtime/settings/index.ts'
import { parts } from '../../../../_support/commands.ts'
import { gatewayParts } from '../../../_support/tables.ts'
import { folderWith } from '../../../config/_support/folder.ts'

const passing = `tests:
  - name: served
    request: GET /acme/sandbox/customers/v1/customers
    token: { client: app-id, scopes: [customer] }
    expect: { status: 200, upstream: GET http://backend.example/customers/v1/customers }
`

async function run(positionals: string[], options: Record<string, string | boolean> = {}) {
  let output = ''
  const write = (text: string) => {
    output += text
  }
  const status = await testCommand.run({ positionals, options, write }, parts)
  return { status, output }
}

test('the tests of the sandbox pass, a line for each file and a summary', async (t) => {
  const { status, output } = await run([])
  t.is(status, 0, output)
  t.regex(
    output,
    /^apis\/customer-database\.test\.yaml: \d+ passed\napis\/mq\.test\.yaml: \d+ passed\n\d+ passed, 0 failed\n$/,
  )
})

test('a test that fails ends with status 1', async (t) => {
  const folder = await folderWith(t, { 'apis/a.test.yaml': passing.replace('status: 200', 'status: 201') })
  const { status, output } = await run([folder])
  t.is(status, 1)
  t.regex(output, /apis\/a\.test\.yaml:2 served\n {4}status: expected 201, found 200\n/)
  t.regex(output, /0 passed, 1 failed\n$/)
})

test('documents that a gateway would reject are listed in place of results', async (t) => {
  const folder = await folderWith(t, { 'apis/a.test.yaml': passing, 'providers/users.yaml': 'name: users' })
  const { status, output } = await run([folder])
  t.is(status, 1)
  t.regex(output, /providers\/users\.yaml:1:1 .*\n(.*\n)*\d+ errors?: a gateway would reject these documents/)
})

test('a folder without tests, and a name that no test has, are errors that say what to do', async (t) => {
  const folder = await folderWith(t)
  await t.throwsAsync(run([folder]), {
    message: /there are no tests in .*: write them in files such as apis\/orders\.test\.yaml/,
  })
  await writeFile(join(folder, 'apis/a.test.yaml'), passing)
  await t.throwsAsync(run([folder], { name: 'other' }), { message: /no test in .* has a name that contains "other"/ })
})

test('--junit writes the results for CI servers', async (t) => {
  const folder = await folderWith(t, { 'apis/a.test.yaml': passing })
  const results = await mkdtemp(join(tmpdir(), 'sluice-junit-'))
  t.teardown(() => rm(results, { recursive: true, force: true, maxRetries: 10 }))
  await run([folder], { junit: join(results, 'results.xml') })
  t.regex(await readFile(join(results, 'results.xml'), 'utf8'), /<testsuites tests="1" failures="0">/)
})

test('--mutate lists the members whose absence no test notices', async (t) => {
  const folder = await folderWith(t, { 'apis/a.test.yaml': passing })
  const options = { folder, environment: readSettings().environment, name: undefined, parts: gatewayParts }
  const { lines, tried } = await findUnguardedLines(options)
  t.true(tried > lines.length)
  t.true(
    lines.some((line) => /^catalogs\/sandbox\/products\/shop\.yaml:7 plans\.gold\.rate-limits/.test(line)),
    lines.join('\n'),
  )
  t.false(
    lines.some((line) => line.includes('subscriptions')),
    'without a subscription the test fails',
  )

  const guarded = `${passing}  - name: limited
    request: GET /acme/sandbox/customers/v1/customers
    token: { client: app-id, scopes: [customer] }
    earlier: [{ times: 100, token: { client: app-id, scopes: [customer] } }]
    expect: { status: 429 }
`
  await writeFile(join(folder, 'apis/a.test.yaml'), guarded)
  const after = await findUnguardedLines(options)
  t.false(
    after.lines.some((line) => line.includes('rate-limits')),
    after.lines.join('\n'),
  )
})

test('a failing test is mended before anything is left out', async (t) => {
  const folder = await folderWith(t, { 'apis/a.test.yaml': passing.replace('status: 200', 'status: 201') })
  const options = { folder, environment: {}, name: undefined, parts: gatewayParts }
  t.false('problems' in (await runTests(options)))
  await t.throwsAsync(findUnguardedLines(options), { message: /0 tests pass and 1 fail: mend them first/ })
})
