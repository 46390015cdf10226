import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import test, { type ExecutionContext } from 'ava'

async function dataFolder(t: ExecutionContext): Promise<(line: string, input?: string) => Promise<Typed>> {
  const data = await mkdtemp(join(tmpdir(), 'mq-host-'))
  const type = (line: string, input = '') => typed(data, line, input)
  t.teardown(async () => {
    await type('endmqweb')
    for (const [, name] of (await type('dspmq')).output.matchAll(/QMNAME\((\w+)\)/g))
      await type(`endmqm -i ${name}`)
    await gone(join(data, 'control.sock'))
    await rm(data, { recursive: true, force: true })
  })
  return type
}

interface Typed {
  status: number
  output: string
  complaint: string
}

/** A command as a shell would run it, in another folder. */
function typed(data: string, line: string, input: string): Promise<Typed> {
  const [name, ...args] = line.split(' ')
  const env = { PATH: process.env.PATH, SLUICE_DATA: data, SLUICE_MQWEB_PORT: '0' }
  return new Promise((done) => {
    const options = { env, cwd: tmpdir(), timeout: 50_000 }
    const child = execFile(
      process.execPath,
      [resolve(`bin/${name}.js`), ...args],
      options,
      (_, output, complaint) => done({ status: child.exitCode ?? -1, output, complaint }),
    )
    child.stdin?.end(input)
  })
}

test('a queue manager that a command started stays, and other commands find it', async (t) => {
  const type = await dataFolder(t)
  t.is((await type('crtmqm QM1')).status, 0)
  t.like(await type('runmqsc QM1', 'PING QMGR\n'), { status: 40 })
  t.like(await type('amqsput A QM1', 'x\n'), { status: 2059 & 0xff })
  t.like(await type('amqsput A QM2', 'x\n'), { status: 2058 & 0xff })

  t.is((await type('strmqm QM1')).status, 0)
  t.regex((await type('dspmq')).output, /STATUS\(Running\)/)
  t.regex((await type('runmqsc QM1', 'DEFINE QLOCAL(A)\n')).output, /AMQ8006I/)

  t.is((await type('amqsput A QM1', 'hello\nworld\n')).status, 0)
  t.regex((await type('amqsbcg A QM1')).output, /'hello {11}'[\s\S]*message number 2[\s\S]*'world {11}'/)

  t.is((await type('strmqweb')).status, 0)
  t.regex((await type('dspmqweb')).output, /MQWB1124I[\s\S]*https:\/\/localhost:\d+\/ibmmq\/rest\//)
  t.is((await type('endmqweb')).status, 0)
  t.regex((await type('dspmq')).output, /STATUS\(Running\)/)
})

test('the process in the background ends when nothing in it runs, and its socket is for its owner alone', async (t) => {
  const type = await dataFolder(t)
  const { output } = await type('strmqweb')
  const pid = Number(/process ID (\d+)/.exec(output)?.[1])
  t.true(pid > 0)
  t.notThrows(() => process.kill(pid, 0))

  const data = (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).match(
    /SLUICE_DATA=([^\0]*)/,
  )?.[1]
  if (data) t.is((await stat(join(data, 'control.sock'))).mode & 0o777, 0o600)

  await type('endmqweb')
  while (alive(pid)) await new Promise((resolve) => setImmediate(resolve))
  t.is((await type('dspmqweb')).output, "MQWB1125I: Server 'mqweb' is not running.\n")
})

test('commands started at the same time share one host', async (t) => {
  const type = await dataFolder(t)
  await type('crtmqm QM1')
  await type('crtmqm QM2')
  const all = await Promise.all([type('strmqm QM1'), type('strmqm QM2'), type('strmqweb')])
  t.deepEqual(
    all.map(({ status, complaint }) => [status, complaint]),
    [
      [0, ''],
      [0, ''],
      [0, ''],
    ],
  )
  t.is((await type('dspmq')).output.match(/STATUS\(Running\)/g)?.length, 2)
})

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function gone(file: string): Promise<void> {
  while (await stat(file).catch(() => undefined)) await new Promise((resolve) => setImmediate(resolve))
}
