/** The package as a user gets it: packed, installed into an empty folder, and started there. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import test from 'ava'
import { keepsByteBudget } from '../_support/byte-budget.ts'
import { packProduct } from '../_support/npm-package.ts'

const maxPackages = 60
const byteBudget = 32 * 1024 ** 2 // 3 of them are the documentation
const run = promisify(execFile)

test('npm pack makes a package that runs the sandbox in an empty folder', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-package-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const packed = await packProduct()
  await writeFile(join(folder, 'package.json'), '{"private":true}')
  try {
    await run('npm', ['install', '--no-audit', '--no-fund', packed], { cwd: folder })
  } catch (error) {
    if (!/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ENETUNREACH/.test(String(error))) throw error
    t.log('skipped: the registry of npm does not answer')
    return t.pass()
  }
  const lock = JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
  t.true(Object.keys(lock.packages).length <= maxPackages)
  keepsByteBudget(t, await countBytes(join(folder, 'node_modules')), byteBudget)

  const commands = join(folder, 'node_modules/.bin')
  const environment = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    HOME: folder,
    ...Object.fromEntries(
      ['PORT', 'ADMIN_PORT', 'MQWEB_PORT', 'CUSTOMERS_PORT', 'AUTH_PORT'].map((name) => [`SLUICE_${name}`, '0']),
    ),
  }
  const sandbox = spawn(join(commands, 'sluice'), ['sandbox'], {
    cwd: folder,
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  t.teardown(() => sandbox.kill('SIGKILL'))
  const ended = once(sandbox, 'close')
  let output = ''
  for await (const chunk of sandbox.stdout) {
    output += chunk
    if (output.includes('Ctrl-C ends it')) break
  }
  const gateway = /gateway +(http:\S+)/.exec(output)?.[1] as string

  const form = { grant_type: 'password', client_id: 'sandbox-app', client_secret: 'sandbox-secret' }
  const user = { username: 'alice', password: 'wonderland', scope: 'customer mq.put mq.get' }
  const response = await fetch(`${gateway}/acme/sandbox/customer-oauth/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...form, ...user }),
  })
  const { access_token: token } = (await response.json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain;charset=utf-8' }
  const customers = await fetch(`${gateway}/acme/sandbox/customerdb/v1/customers`, { headers })
  t.is(customers.status, 200)
  const queue = `${gateway}/acme/sandbox/mq/v1/messaging/qmgr/QM1/queue/DEV.QUEUE.1/message`
  t.is((await fetch(queue, { method: 'POST', headers, body: 'hello' })).status, 201)
  t.is(await (await fetch(queue, { method: 'DELETE', headers })).text(), 'hello')
  t.is((await fetch(`${gateway}/acme/sandbox/portal/`)).status, 200)

  const metrics = await fetch(`${/management +(http:\S+)/.exec(output)?.[1]}/metrics`)
  t.regex(await metrics.text(), /sluice_build_info\{version="[\d.]+",revision="[0-9a-f]{40}"/)
  const manual = join(folder, 'node_modules/@sluice-gateway/sluice/build/man')
  t.regex(await readFile(join(manual, 'sluice-keys.1'), 'utf8'), /^\.TH "SLUICE/)

  const elsewhere = { cwd: tmpdir(), env: { ...environment, SLUICE_DATA: join(folder, 'data') } }
  const { stdout: queueManagers } = await run(join(commands, 'dspmq'), [], elsewhere)
  t.regex(queueManagers, /QMNAME\(QM1\) +STATUS\(Running\)/)

  sandbox.kill('SIGTERM')
  const [status] = (await ended) as [number | null]
  t.is(status, 0)
})

async function countBytes(folder: string): Promise<number> {
  const { stdout } = await run('du', ['--summarize', '--bytes', folder])
  return Number.parseInt(stdout, 10)
}
