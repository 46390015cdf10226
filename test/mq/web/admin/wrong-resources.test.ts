/**
 * Commands over REST that open a file, a port or a host name which is missing, taken, a folder, a pipe, or not for the user of the
 * server: each version responds with a message, and serves the next command. The server runs as a user without privileges. The
 * other administrative resources change definitions only, and open nothing. The same in `runmqsc`: `test/mq/cli/wrong-resources.test.ts`.
 */
import { execFileSync, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { call } from '../_support/server.ts'

const program = join(import.meta.dirname, '../_support/server-without-permissions.ts')
const isRoot = process.getuid?.() === 0
const nobody = isRoot && canRun({ uid: 65_534, gid: 65_534 }) ? { uid: 65_534, gid: 65_534 } : {}
/** Whether the server runs as root, because its user may not read this checkout: it may then do everything. */
const hasAllRights = isRoot && !nobody.uid
const firstOpenPort = Number(
  await readFile('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8').catch(() => '1024'),
)
const privilegedPort = firstOpenPort > 1 && !hasAllRights ? 1 : undefined

/** Returns whether a user may read the program and use the temporary folder. */
function canRun(user: { uid: number; gid: number }): boolean {
  return spawnSync('test', ['-r', program, '-a', '-x', tmpdir()], user).status === 0
}

let folder = ''
let port = 0
let fill = (text: string) => text
const closings: (() => unknown)[] = []

test.before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wrong-resources-'))
  closings.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const own = join(folder, 'own')
  for (const name of ['own', 'folder.p12', 'locked']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'locked.p12'), 'x')
  for (const name of ['locked.p12', 'locked']) await chmod(join(folder, name), 0o000)
  execFileSync('mkfifo', ['-m', '0666', join(folder, 'pipe.p12')])
  await chmod(folder, 0o755)
  if (nobody.uid) await chown(own, nobody.uid, nobody.gid)

  const taken = createServer().listen(0, '127.0.0.1')
  closings.push(() => taken.close())
  await once(taken, 'listening')
  const { port: takenPort } = taken.address() as { port: number }
  fill = (text) => text.replaceAll('DIR', folder).replaceAll('PORT_TAKEN', String(takenPort))

  const child = fork(program, [own], {
    ...nobody,
    env: { ...process.env, TMPDIR: own },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  closings.unshift(async () => {
    if (child.connected) child.disconnect()
    await ended
  })
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [number]
  if (!child.connected) throw new Error(`the server ended with status ${message}, and its output says why`)
  port = message
})
test.after.always(async () => {
  for (const close of closings) await close()
})

const listener = (attributes: string) => [`DEFINE LISTENER(L) TRPTYPE(TCP) REPLACE ${attributes}`, 'START LISTENER(L)']
const amqp = (attributes: string) => [`DEFINE CHANNEL(A) CHLTYPE(AMQP) REPLACE ${attributes}`, 'START CHANNEL(A)']
const sender = (attributes: string) => [
  'DEFINE QLOCAL(X) USAGE(XMITQ) REPLACE',
  `DEFINE CHANNEL(S) CHLTYPE(SDR) TRPTYPE(TCP) XMITQ(X) REPLACE ${attributes}`,
  'PING CHANNEL(S)',
]
const keys = (file: string, commands: string[]) => [`ALTER QMGR SSLKEYR('DIR/${file}')`, ...commands]
const unknown = 'no.such.host.invalid'

const rows: [commands: string[], message: RegExp][] = [
  [listener("PORT(PORT_TAKEN) IPADDR('127.0.0.1')"), /AMQ9218E: .* is taken by another process/],
  [listener("PORT(0) IPADDR('192.0.2.1')"), /AMQ9218E: .*does not have the address 192\.0\.2\.1/],
  [listener(`PORT(0) IPADDR('${unknown}')`), /AMQ9218E: .*the name of the host is unknown/],
  [amqp("PORT(PORT_TAKEN) LOCLADDR('127.0.0.1')"), /AMQ9218E: .* is taken by another process/],
  [sender(`CONNAME('${unknown}(1414)')`), /AMQ9558E: .*the name of the host is unknown/],
  [sender("CONNAME('127.0.0.1(1)')"), /AMQ9558E: .*no program listens there/],
  ...[
    amqp('PORT(0) SSLCIPH(ANY_TLS12_OR_HIGHER)'),
    sender("CONNAME('127.0.0.1(1)') SSLCIPH(ANY_TLS12_OR_HIGHER)"),
  ].flatMap((commands): [string[], RegExp][] => [
    [keys('none.p12', commands), /AMQ9657E: .*none\.p12 .*there is no such file/],
    [keys('folder.p12', commands), /AMQ9657E: .*folder\.p12 .*it is a folder/],
    [keys('pipe.p12', commands), /AMQ9657E: .*pipe\.p12 .*it is a pipe/],
    ...(hasAllRights
      ? []
      : ([
          [keys('locked.p12', commands), /AMQ9657E: .*locked\.p12 .*permission denied/],
          [keys('locked/key', commands), /AMQ9657E: .*locked\/.*permission denied/],
        ] satisfies [string[], RegExp][])),
  ]),
  ...(privilegedPort === undefined
    ? []
    : [listener, amqp].map((define): [string[], RegExp] => [
        define(`PORT(${privilegedPort})`),
        /AMQ9218E: .*port 1 .*may not be opened by this user/,
      ])),
]

async function run(version: number, body: object) {
  const response = await call(port, 'POST', `/ibmmq/rest/v${version}/admin/action/qmgr/QM1/mqsc`, {
    user: 'mqadmin:mqadmin',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, code: response.json.overallCompletionCode, text: response.text }
}

/** Returns the body of a command as text, or as JSON. */
function render(command: string, isJson: boolean): object {
  const [, verb, qualifier, name] = /^(\w+) (\w+)\((\w+)\)$/.exec(command) ?? []
  if (!isJson) return { type: 'runCommand', parameters: { command } }
  return { type: 'runCommandJSON', command: verb, qualifier, name }
}

for (const [version, isJson] of [
  [1, false],
  [2, false],
  [2, true],
  [3, false],
  [3, true],
] as const) {
  test.serial(
    `version ${version} says what is wrong with files, ports and names in commands as ${isJson ? 'JSON' : 'text'}`,
    async (t) => {
      if (hasAllRights) t.log('without the files and ports of others: user 65534 may not read this checkout')
      for (const [commands, message] of rows) {
        for (const command of commands.slice(0, -1))
          t.like(await run(version, render(fill(command), false)), { status: 200, code: 0 }, command)
        const last = await run(version, render(commands.at(-1) ?? '', isJson))
        t.is(last.status, 200, commands.join())
        t.not(last.code, 0, commands.join())
        t.regex(last.text, message, commands.join())
        t.like(await run(version, render('PING QMGR', false)), { status: 200, code: 0 })
      }
    },
  )
}
