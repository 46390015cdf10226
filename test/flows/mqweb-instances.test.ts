/** Two machines that each run `sluice mqweb --qmgr QM1 -x` on one database. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { eventually } from '../_support/eventually.ts'
import { postgresBinaries, startPostgres } from '../_support/postgres.ts'
import { logLines, temporaryFolder } from '../_support/product.ts'
import { compileCache, findCommand } from '../_support/product-package.ts'
import { call } from '../mq/web/_support/server.ts'

const withServer = postgresBinaries ? test : test.skip
const compiled = { PATH: process.env.PATH, NODE_COMPILE_CACHE: compileCache }

interface Machine {
  name: string
  child: ChildProcess
  port: number
}

withServer('a machine that starts again after a takeover waits as standby', async (t) => {
  const database = await startPostgres()
  t.teardown(database.close)
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  await writeFile(join(folder, 'password'), 'first-password\n')
  const start = (name: string) => startMachine(t, folder, name, database.url)

  const machines = [await start('a'), await start('b')] as const
  const [active, standby] = await awaitRoles(machines)
  for (const { port } of machines) {
    const ready = await eventually(async () => {
      const reply = await call(port, 'GET', '/readyz?qmgr=QM1')
      return reply.status === 200 ? reply.json : undefined
    })
    t.deepEqual(ready, { status: 'ready' })
  }

  active.child.kill('SIGKILL')
  await once(active.child, 'exit')
  const again = await start(active.name)
  await awaitRoles([standby, again])
  t.is(again.child.exitCode, null)
})

withServer('a standby that takes over goes on with the deliveries of webhooks', async (t) => {
  const database = await startPostgres()
  t.teardown(database.close)
  const [folder, remove] = await temporaryFolder()
  t.teardown(remove)
  await writeFile(join(folder, 'password'), 'first-password\n')
  let status = 503
  const received: string[] = []
  const receiver = createServer((request, response) => {
    received.push(`${status} ${request.headers['webhook-id']}`)
    request.resume()
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  t.teardown(() => receiver.close())
  await once(receiver, 'listening')

  const machines = [
    await startMachine(t, folder, 'a', database.url),
    await startMachine(t, folder, 'b', database.url),
  ] as const
  for (const { name } of machines) {
    const words = [
      await findCommand('setmqweb'),
      'properties',
      '-k',
      'mqRestWebhookAllowedNetworks',
      '-v',
      '127.0.0.0/8',
    ]
    const set = spawn(process.execPath, words, { env: { ...compiled, SLUICE_DATA: join(folder, name) } })
    t.deepEqual(await once(set, 'exit'), [0, null])
  }
  const [active, standby] = await awaitRoles(machines)
  const ask = async (method: string, path: string, body: unknown) => {
    const type = typeof body === 'string' ? 'text/plain' : 'application/json'
    const reply = await call(active.port, method, `/ibmmq/rest/v2${path}`, {
      user: 'mqadmin:first-password',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      headers: { 'content-type': type, 'ibm-mq-md-persistence': 'persistent' },
    })
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(reply.json)}`)
    return reply
  }
  const queue = '/messaging/qmgr/QM1/queue/HOOKED'
  for (const command of [
    'DEFINE QLOCAL(HOOKED)',
    "SET AUTHREC OBJTYPE(QMGR) PRINCIPAL('mqadmin') AUTHADD(CONNECT)",
    "SET AUTHREC PROFILE(HOOKED) OBJTYPE(QUEUE) PRINCIPAL('mqadmin') AUTHADD(PUT,GET,BROWSE)",
  ])
    await ask('POST', '/admin/action/qmgr/QM1/mqsc', { type: 'runCommand', parameters: { command } })
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
  await eventually(() => ask('POST', `${queue}/webhook`, { url, backoffSeconds: 1, attempts: 30 })) // the networks are read soon
  await ask('POST', `${queue}/message`, 'one order')
  const [first] = (await eventually(async () => (received.length > 0 ? received : undefined))) ?? []
  active.child.kill('SIGKILL')
  await once(active.child, 'exit')
  status = 204
  const delivered = await eventually(async () => received.find((each) => each.startsWith('204')))
  t.is(delivered, first?.replace('503', '204'), 'the same message, by the other machine')
  t.is(await readState(standby), 'running')
})

/** Waits until one machine runs the queue manager and the other one waits; which one is which depends on the load. */
async function awaitRoles(
  machines: readonly [Machine, Machine],
): Promise<readonly [active: Machine, standby: Machine]> {
  const roles = await eventually(async () => {
    const [a, b] = machines
    const states = `${await readState(a)} ${await readState(b)}`
    if (states === 'running runningAsStandby') return [a, b] as const
    return states === 'runningAsStandby running' ? ([b, a] as const) : undefined
  })
  if (!roles) throw new Error('no machine runs the queue manager while the other one waits')
  return roles
}

/** Starts the service, and waits until it is ready. */
async function startMachine(t: ExecutionContext, folder: string, name: string, storeUrl: string): Promise<Machine> {
  const child = spawn(process.execPath, [await findCommand('sluice'), 'mqweb', '--qmgr', 'QM1', '-x'], {
    env: {
      ...compiled,
      SLUICE_DATA: join(folder, name),
      SLUICE_HOST: '0.0.0.0',
      SLUICE_MQWEB_PORT: '0',
      SLUICE_MQWEB_ADMIN: 'mqadmin',
      SLUICE_MQWEB_ADMIN_PASSWORD_FILE: join(folder, 'password'),
      SLUICE_QMGR_STORE: storeUrl,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  t.teardown(() => child.kill('SIGKILL'))
  let errors = ''
  child.stderr?.on('data', (text) => {
    errors += text
  })
  const ready = await eventually(async () => logLines(errors).find(({ msg }) => msg === 'MQ web server ready'))
  t.truthy(ready, errors)
  t.false(errors.includes('secret'), 'the password of the database is not logged')
  const [url] = (ready?.listeners ?? []) as string[]
  return { name, child, port: Number(new URL(String(url)).port) }
}

async function readState({ port }: Machine): Promise<string> {
  const reply = await call(port, 'GET', '/ibmmq/rest/v2/admin/qmgr/QM1', { user: 'mqadmin:first-password' })
  return reply.json.qmgr[0].state
}
