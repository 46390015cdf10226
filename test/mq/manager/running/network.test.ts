import test from 'ava'
import { openInstallation } from '../../../../src/mq/manager/index.ts'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { folderFor } from '../_support/folder.ts'
import { admin } from '../_support/manager.ts'

test('a process without channels defines them, and says at their start that it has none', async (t) => {
  const installation = await openInstallation({ folder: folderFor(t), clock: Date.now, log: silentLog })
  t.teardown(() => installation.close())
  const manager = await installation.create('QM1')
  await manager.start()
  const connection = manager.connect(admin)
  const run = async (command: string) => {
    const { completionCode, responses } = await connection.command(command)
    return completionCode === 0 ? 'done' : responses[0]?.messages.join(' ')
  }
  t.is(await run("DEFINE CHANNEL(C) CHLTYPE(SDR) CONNAME('localhost') XMITQ(X)"), 'done')
  t.is(await run("DEFINE CHANNEL(A) CHLTYPE(AMQP) LOCLADDR('127.0.0.1')"), 'done')
  t.is(await run('DEFINE LISTENER(L) TRPTYPE(TCP) CONTROL(QMGR)'), 'done')
  for (const command of [
    'START CHANNEL(C)',
    'START CHANNEL(A)',
    'START LISTENER(L)',
    'START CHINIT',
    'PING CHANNEL(C)',
  ])
    t.regex((await run(command)) ?? '', /this process has no channels/, command)
  t.is(await run('DELETE CHANNEL(C)'), 'done')
  await manager.end()
  await manager.start()
  t.is(manager.state, 'running')
})
