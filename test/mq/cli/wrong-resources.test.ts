/**
 * Every command of MQ that opens a file, a port or a host name responds with a message about it, also when a folder, a pipe or
 * nothing is at the place, and later commands run. Full disks: `test/mq/manager/full-disk.test.ts` and `test/mq/parts/file-transfer/engine/full-disk.test.ts`.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { fteCreateMonitor } from '../../../src/mq/parts/file-transfer/commands/monitors.ts'
import { openHost, type } from './_host.ts'

/** Makes a folder with a file, a folder, a pipe, and a port that is taken. `fill` replaces `DIR` and `PORT` in texts. */
async function openWrongPlaces(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), 'wrong-resources-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  for (const name of ['folder', 'folder.p12']) await mkdir(join(folder, name))
  for (const name of ['file', 'bad.p12']) await writeFile(join(folder, name), 'x')
  execFileSync(
    'mkfifo',
    ['fifo', 'fifo.p12'].map((name) => join(folder, name)),
  )
  const taken = createServer()
  t.teardown(() => taken.close())
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as { port: number }
  return (text: string) => text.replaceAll('DIR', folder).replaceAll('PORT_TAKEN', String(port))
}

const unknown = 'no.such.host.invalid'
const listener = (attributes: string) => `DEFINE LISTENER(L) TRPTYPE(TCP) ${attributes}\nSTART LISTENER(L)`
const amqp = (attributes: string) => `DEFINE CHANNEL(A) CHLTYPE(AMQP) ${attributes}\nSTART CHANNEL(A)`
const sender = (attributes: string) =>
  `DEFINE QLOCAL(X) USAGE(XMITQ)\nDEFINE CHANNEL(S) CHLTYPE(SDR) TRPTYPE(TCP) XMITQ(X) ${attributes}\nPING CHANNEL(S)`
const keys = (file: string, command: string) => `ALTER QMGR SSLKEYR('DIR/${file}')\n${command}`
const tlsServer = amqp('PORT(0) SSLCIPH(ANY_TLS12_OR_HIGHER)')
const tlsClient = sender("CONNAME('127.0.0.1(1)') SSLCIPH(ANY_TLS12_OR_HIGHER)")

for (const [script, message] of [
  [listener("PORT(PORT_TAKEN) IPADDR('127.0.0.1')"), /AMQ9218E: .* is taken by another process; PORT and IPADDR/],
  [listener("PORT(0) IPADDR('192.0.2.1')"), /AMQ9218E: .*this machine does not have the address 192\.0\.2\.1/],
  [listener(`PORT(0) IPADDR('${unknown}')`), /AMQ9218E: .*the name of the host is unknown/],
  [amqp("PORT(PORT_TAKEN) LOCLADDR('127.0.0.1')"), /AMQ9218E: .* is taken by another process; PORT and LOCLADDR/],
  [amqp(`PORT(0) LOCLADDR('${unknown}')`), /AMQ9218E: .*the name of the host is unknown/],
  [amqp("PORT(0) LOCLADDR('127.0.0.1(99999)')"), /AMQ8404E: .*LOCLADDR has "127\.0\.0\.1\(99999\)"/],
  [amqp("PORT(0) LOCLADDR('((')"), /AMQ8404E: .*LOCLADDR has "\(\("/],
  [sender(`CONNAME('${unknown}(1414)')`), /AMQ9558E: .*: the name of the host is unknown/],
  [sender("CONNAME('127.0.0.1(1)')"), /AMQ9558E: .*127\.0\.0\.1\(1\): no program listens there/],
  [sender("CONNAME('127.0.0.1(x)')"), /AMQ8404E: .*CONNAME has "127\.0\.0\.1\(x\)", which is no host\(port\)/],
  [sender("CONNAME('127.0.0.1(1)') LOCLADDR('192.0.2.1')"), /AMQ9558E: .*does not have the local address/],
  [sender(`CONNAME('127.0.0.1(1)') LOCLADDR('${unknown}')`), /AMQ9558E: .*LOCLADDR names .*use an IP address/],
  [sender("CONNAME('127.0.0.1(1)') SENDEXIT('/no/such(exit)')"), /AMQ8404E: .*channel exits are not supported/],
  ['START CHINIT INITQ(NONE)', /AMQ8147E: IBM MQ object NONE not found/],
  ["DEFINE SERVICE(S) STARTCMD('/no/such')\nSTART SERVICE(S)", /AMQ8404E: .*not run by the queue manager/],
  ["ALTER QMGR SSLKEYR('/keys/key.kdb')", /AMQ8403E: .*convert it to \.p12/],
  ...[tlsServer, tlsClient].flatMap((command) => [
    [keys('none.p12', command), /AMQ9657E: .*none\.p12 .*there is no such file; SSLKEYR/] as const,
    [keys('folder.p12', command), /AMQ9657E: .*folder\.p12 .*it is a folder; SSLKEYR/] as const,
    [keys('fifo.p12', command), /AMQ9657E: .*fifo\.p12 .*it is a pipe, a socket or a device; SSLKEYR/] as const,
    [keys('bad.p12', command), /AMQ9657E: .*bad\.p12 cannot be opened: .*KEYRPWD/] as const,
    [keys('none/key', command), /AMQ9657E: .*none\/.*there is no such file; SSLKEYR/] as const,
    [keys('file/key', command), /AMQ9657E: .*file\/.*it is not a folder; SSLKEYR/] as const,
  ]),
] as const) {
  test(`runmqsc says what is wrong and goes on after ${script.replaceAll('\n', '; ')}`, async (t) => {
    const [host, fill] = [await openHost(t), await openWrongPlaces(t)]
    await (await host.installation.create('QM1')).start()
    const { output } = await type(host, 'runmqsc QM1', fill(`${script}\nPING QMGR\n`))
    t.regex(output, message)
    t.regex(output, /AMQ8415I/)
    t.notRegex(output, /AMQ8101S/)
  })
}

const database = 'postgres://u:secret@127.0.0.1:1/x'
const included = (file: string) => `<server><include location="DIR/${file}"/></server>`
const keyStore = (file: string) =>
  `<server><keyStore id="k" location="DIR/${file}" type="PKCS12" password="x"/><ssl id="s" keyStoreRef="k"/></server>`
const httpsPort = '<server><variable name="httpPort" value="PORT_TAKEN"/></server>'

for (const [line, settings, message] of [
  [`crtmqm -md ${database} PG1`, undefined, /127\.0\.0\.1:1\/x: it cannot be reached \(connect ECONNREFUSED/],
  [`crtmqm -md postgres://u:secret@${unknown}/x PG1`, undefined, /it cannot be reached \(getaddrinfo ENOTFOUND/],
  [`addmqinf -v Name=PG1 -v DataPath=${database}`, undefined, /127\.0\.0\.1:1\/x: it cannot be reached/],
  ...(['none', 'folder', 'fifo'] as const).map(
    (file) =>
      [
        `crtmqm -md ${database}?sslmode=verify-full&sslrootcert=DIR/${file} PG1`,
        undefined,
        new RegExp(`the file .*/${file} cannot be read: (there is no such file|it is a)`),
      ] as const,
  ),
  ['strmqweb', httpsPort, /port \d+ on 127\.0\.0\.1 is taken by another process/],
  ...(['none', 'folder', 'fifo'] as const).flatMap((file) => [
    [
      'strmqweb',
      included(file),
      /mqwebuser\.xml:1 <include>: .* cannot be read: (there is no such file|it is a)/,
    ] as const,
    ['strmqweb', keyStore(file), /the key store .* cannot be read: (there is no such file|it is a)/] as const,
  ]),
  ['strmqweb', keyStore('file'), /the key store .*file cannot be opened: .*check its type \(PKCS12\) and its password/],
] as const) {
  test(`"${line}" ${settings ? `with ${settings} ` : ''}says what is wrong`, async (t) => {
    const [host, fill] = [await openHost(t), await openWrongPlaces(t)]
    if (settings) await writeFile(join(host.settingsFolder, 'mqwebuser.xml'), fill(settings))
    const { status, stderr } = await type(host, fill(line))
    t.not(status, 0)
    t.regex(stderr ?? '', message)
    t.notRegex(stderr ?? '', /secret/)
  })
}

for (const line of ['strmqweb', 'dspmqweb properties -a', 'setmqweb properties -k httpsPort -v 1']) {
  test(`"${line}" says what is wrong when the settings of the server are a pipe`, async (t) => {
    const host = await openHost(t)
    await rm(join(host.settingsFolder, 'mqwebuser.xml'))
    execFileSync('mkfifo', [join(host.settingsFolder, 'mqwebuser.xml')])
    const { status, stderr } = await type(host, line)
    t.not(status, 0)
    t.regex(stderr ?? '', /mqwebuser\.xml.*: (?:cannot be read: )?it is a pipe/)
  })
}

test('commands of file transfer say what is wrong with files and folders', async (t) => {
  const [host, fill] = [await openHost(t), await openWrongPlaces(t)]
  await (await host.installation.create('QM1')).start()
  await type(host, 'fteSetupCoordination -coordinationQMgr QM1')
  await type(host, 'fteCreateAgent -agentName A -agentQMgr QM1')
  await type(host, 'fteStartAgent A')
  for (const place of ['file', 'fifo']) {
    await type(host, fill(`fteCreateAgent -agentName ${place} -agentQMgr QM1 -transferRoot DIR/${place}`))
    const { stderr = '' } = await type(host, `fteStartAgent ${place}`)
    t.regex(
      stderr,
      new RegExp(`BFGCL0058E: agent ${place.toUpperCase()} cannot start now: .*/${place}: it exists already`),
    )
  }
  for (const [line, message] of [
    ['-df DIR/out DIR/none', /BFGIO0001E: File ".*none" does not exist/],
    ['-df DIR/out DIR/fifo', /BFGIO0001E: File ".*fifo" is not a regular file/],
    ['-de overwrite -df DIR/fifo DIR/file', /BFGIO0001E: File ".*fifo" is a pipe, a socket or a device/],
    ['-de overwrite -df DIR/folder DIR/file', /BFGIO0001E: File ".*folder" is a folder/],
    ['-df DIR/file/x DIR/file', /BFGIO0001E: .*has a path with a part that is not a folder/],
  ] as const) {
    const { status, output } = await type(host, fill(`fteCreateTransfer -sa A -da A -w -1 ${line}`))
    t.is(status, 21, line)
    t.regex(output, message)
  }
  for (const [place, message] of [
    ['folder', /folder: it is a folder/],
    ['file/x', /file\/x: it is not a folder/],
    ['fifo', /fifo: it is a pipe, a socket or a device/],
  ] as const) {
    const { status, stderr = '' } = await type(
      host,
      fill(`fteCreateTransfer -sa A -da A -gt DIR/${place} -df DIR/o DIR/file`),
    )
    t.is(status, 1)
    t.regex(stderr, message)
  }
  await type(host, fill('fteCreateTransfer -sa A -da A -gt DIR/task -df DIR/o DIR/file'))
  const task = await readFile(fill('DIR/task'), 'utf8')
  for (const place of ['none', 'file', 'fifo']) {
    const { stderr = '' } = await type(host, fill(`fteCreateMonitor -ma A -mn M -md DIR/${place} -mt DIR/task`), task)
    t.regex(
      stderr,
      new RegExp(`BFGDM0013E: the monitor cannot be created: .*/${place}: (there is no|it is not a folder)`),
    )
  }
  for (const [place, message] of [
    ['none', /BFGCL0023E: .*there is no such file/],
    ['folder', /BFGCL0023E: .*it is a folder/],
  ] as const)
    await t.throwsAsync(async () => fteCreateMonitor.readInput?.(['-mt', fill(`DIR/${place}`)]), { message })
})
