/** Two MQ hosts, each a process with its own data folder: a message goes over a channel that its arrival starts. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { findFreePort } from '../_support/free-port.ts'
import { runCommand } from '../_support/product-package.ts'

/** Runs a control command in a data folder and returns its output. */
type Run = (line: string, input?: string) => Promise<string>

async function hostFor(t: ExecutionContext, manager: string): Promise<Run> {
  const data = await mkdtemp(join(tmpdir(), 'mq-channels-'))
  const run: Run = async (line, input = '') => {
    const [name = '', ...args] = line.split(' ')
    return (await runCommand(name, args, { environment: { SLUICE_DATA: data }, input })).output
  }
  t.teardown(async () => {
    await run(`endmqm -i ${manager}`)
    while (existsSync(join(data, 'control.sock'))) await new Promise((done) => setTimeout(done, 20))
    await rm(data, { recursive: true, force: true, maxRetries: 10 })
  })
  await run(`crtmqm ${manager}`)
  await run(`strmqm ${manager}`)
  return run
}

test('a message goes from one process to the other, over a channel that it starts', async (t) => {
  const [sender, receiver] = await Promise.all([hostFor(t, 'QM1'), hostFor(t, 'QM2')])
  const freePort = await findFreePort() // PORT(0) stands for 1414
  const listening = await receiver(
    'runmqsc QM2',
    `DEFINE QLOCAL(ORDERS)
     DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(RCVR)
     DEFINE LISTENER(TCP) TRPTYPE(TCP) PORT(${freePort}) IPADDR(127.0.0.1)
     START LISTENER(TCP)
     DISPLAY LSSTATUS(TCP) PORT\n`,
  )
  const port = /PORT\((\d+)\)\s*$/m.exec(listening.slice(listening.indexOf('AMQ8631I')))?.[1]
  t.regex(
    await sender(
      'runmqsc QM1',
      `DEFINE QLOCAL(QM2) USAGE(XMITQ) TRIGGER TRIGTYPE(FIRST) INITQ(SYSTEM.CHANNEL.INITQ)
       DEFINE CHANNEL(QM1.TO.QM2) CHLTYPE(SDR) CONNAME('127.0.0.1(${port})') XMITQ(QM2)
       DEFINE QREMOTE(ORDERS) RNAME(ORDERS) RQMNAME(QM2)
       PING CHANNEL(QM1.TO.QM2)\n`,
    ),
    /AMQ8020I/,
  )
  await sender('amqsput ORDERS QM1', 'first\nsecond\n')
  let arrived = ''
  while (!/first[\s\S]*second/.test(arrived)) arrived = await receiver('amqsbcg ORDERS QM2')
  const status = await sender('runmqsc QM1', 'DISPLAY CHSTATUS(QM1.TO.QM2) ALL\n')
  t.regex(status, /STATUS\(RUNNING\)/)
  t.regex(status, /RQMNAME\(QM2\)/)
  t.regex(await receiver('runmqsc QM2', 'DISPLAY CHSTATUS(QM1.TO.QM2) MSGS STATUS\n'), /MSGS\(2\)/)
})
