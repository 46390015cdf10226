import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { type CommandResult, runCommand } from '../../../_support/product-package.ts'

type Type = (line: string, input?: string) => Promise<CommandResult>

/** Returns a function that runs a command over a data folder of its own. */
async function dataFolder(t: ExecutionContext): Promise<Type> {
  const data = await mkdtemp(join(tmpdir(), 'mq-host-'))
  const type: Type = (line, input = '') => {
    const [name = '', ...args] = line.split(' ')
    return runCommand(name, args, { environment: { SLUICE_DATA: data, SLUICE_MQWEB_PORT: '0' }, input })
  }
  t.teardown(async () => {
    await type('endmqweb')
    for (const [, name] of (await type('dspmq')).output.matchAll(/QMNAME\((\w+)\)/g)) await type(`endmqm -i ${name}`)
    await gone(join(data, 'control.sock'))
    await rm(data, { recursive: true, force: true, maxRetries: 10 })
  })
  return type
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

  const data = (await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')).match(/SLUICE_DATA=([^\0]*)/)?.[1]
  if (data) t.is((await stat(join(data, 'control.sock'))).mode & 0o777, 0o600)

  await type('endmqweb')
  while (await isRunning(pid)) await delay(20)
  t.is((await type('dspmqweb')).output, "MQWB1125I: Server 'mqweb' is not running.\n")
})

test('commands started at the same time share one host', async (t) => {
  const type = await dataFolder(t)
  await type('crtmqm QM1')
  await type('crtmqm QM2')
  const all = await Promise.all([type('strmqm QM1'), type('strmqm QM2'), type('strmqweb')])
  t.deepEqual(
    all.map(({ status, errors }) => [status, errors]),
    [
      [0, ''],
      [0, ''],
      [0, ''],
    ],
  )
  t.is((await type('dspmq')).output.match(/STATUS\(Running\)/g)?.length, 2)
})

/** A process that has ended is a zombie until its parent reaps it, which PID 1 of some containers never does. */
async function isRunning(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    return !/\) [ZX] /.test(stat)
  } catch {
    return false
  }
}

async function gone(file: string): Promise<void> {
  while (await stat(file).catch(() => undefined)) await delay(20)
}
