import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { eventually } from '../_support/eventually.ts'
import { temporaryFolder } from '../_support/product.ts'
import { compileCache, findCommand, runCommand } from '../_support/product-package.ts'

const orders = `openapi: 3.0.3
info: { title: Orders, version: 1.0.0 }
components:
  securitySchemes:
    login: { type: oauth2, flows: { password: { tokenUrl: https://example.com/token, scopes: { orders: Read orders } } } }
security: [{ login: [orders] }]
paths:
  /orders/{id}:
    get: { responses: { "200": { description: One, content: { application/json: { example: { id: 7 } } } }, "404": { description: None } } }
`

/** Starts a command in a folder. Settles when its output has a text. */
async function start(folder: string, args: string[], text: string) {
  const env = {
    PATH: process.env.PATH,
    TMPDIR: folder,
    NODE_COMPILE_CACHE: compileCache,
    SLUICE_PORT: '0',
    SLUICE_ADMIN_PORT: '0',
  }
  const child: ChildProcess = spawn(process.execPath, [await findCommand('sluice'), ...args], { cwd: folder, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk))
  await eventually(async () => {
    if (child.exitCode !== null) throw new Error(output)
    return output.includes(text) || undefined
  })
  return { child, output: () => output }
}

test('sluice demo serves a file with a mock behind it, its printed call works, and its end removes its files', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  await writeFile(join(folder, 'orders.yaml'), orders)
  const { child, output } = await start(folder, ['demo', 'orders.yaml'], 'Ctrl-C ends')
  const [call] = /^ {2}TOKEN=[\s\S]*?(?=\n\n)/m.exec(output()) ?? []
  const shell = spawn('bash', ['-c', String(call)], { cwd: folder })
  let answer = ''
  shell.stdout.on('data', (chunk: Buffer) => (answer += chunk))
  await once(shell, 'close')
  t.regex(answer, /"id": ?7/, call)
  t.regex(output(), /mock {2}200 GET \/orders\/\w+/)

  child.kill('SIGINT')
  await once(child, 'exit')
  t.is(child.exitCode, 0, output())
  t.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('sluice-demo-')),
    [],
  )
})

test('sluice mock lists its operations, and ends with a signal', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  await writeFile(join(folder, 'orders.yaml'), orders)
  const { child, output } = await start(folder, ['mock', 'orders.yaml', '--port', '0'], 'Ctrl-C ends')
  t.regex(output(), /with 1 operation\b[\s\S]*GET \/orders\/\{id\}/)
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output()) ?? []
  t.deepEqual(await (await fetch(`${url}/orders/1`)).json(), { id: 7 })
  child.kill('SIGTERM')
  await once(child, 'exit')
  t.is(child.exitCode, 0)
})

test('a file that cannot be served is named, and nothing stays behind', async (t) => {
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  await writeFile(join(folder, 'empty.yaml'), 'openapi: 3.0.3\ninfo: { title: a, version: "1" }\npaths: {}\n')
  for (const [args, expected] of [
    [['mock', 'missing.yaml'], /missing\.yaml: there is no such file/],
    [['demo', join(folder, 'empty.yaml')], /describes no operation: an OpenAPI file has them below "paths"/],
    [['mock', join(folder, 'empty.yaml'), '--port', 'x'], /--port must be a whole number from 0 to 65535 - found "x"/],
  ] as const) {
    const { status, errors } = await runCommand('sluice', args, { environment: { TMPDIR: folder } })
    t.not(status, 0)
    t.regex(errors, expected)
  }
  t.false(existsSync(join(folder, 'data')))
  t.deepEqual(
    (await readdir(folder)).filter((name) => /^sluice-(demo|mock)-/.test(name)),
    [],
  )
})
