import test from 'ava'
import { verifyCommand } from '../../../../src/mq/manager/mqsc/run.ts'
import { openBench } from './support.ts'

for (const [command, service, method] of [
  ['START LISTENER(SYSTEM.DEFAULT.LISTENER.TCP)', 'listeners', 'start'],
  ['STOP LISTENER(SYSTEM.DEFAULT.LISTENER.TCP)', 'listeners', 'stop'],
  ['START CHANNEL(SYSTEM.DEF.SENDER)', 'channels', 'start'],
  ['STOP CHANNEL(SYSTEM.DEF.SENDER)', 'channels', 'stop'],
  ['PING CHANNEL(SYSTEM.DEF.SENDER)', 'channels', 'ping'],
  ['ALTER QLOCAL(SYSTEM.DEFAULT.LOCAL.QUEUE) DESCR(x)', 'objects', 'save'],
  ['ALTER QMGR DESCR(x)', 'objects', 'save'],
  ['DISPLAY CHSTATUS(*)', 'objects', 'list'],
] as const) {
  test(`${command} responds with a message to an unexpected error`, async (t) => {
    const bench = openBench()
    const reported: unknown[] = []
    const failure = new Error("ENOENT: no such file or directory, open '/keys/key.pem'")
    const runtime = bench.runtime as unknown as Record<string, unknown>
    runtime.reportCommandFailure = (error: unknown) => reported.push(error)
    runtime[service] = {
      ...(runtime[service] as object),
      [method]: () => {
        throw failure
      },
    }
    const outcome = await bench.text(command)
    t.is(outcome.completionCode, 2)
    const [response] = outcome.responses
    t.is(response?.reasonCode, 2195)
    t.regex(String(response?.messages), /^AMQ8101S: IBM MQ error: ENOENT: .*key\.pem'\.$/)
    t.deepEqual(reported, [failure])
  })
}

test('a syntax error stays a syntax error', async (t) => {
  t.regex(String((await verifyCommand('START NOTHING')).responses[0]?.messages), /^AMQ8405I/)
})
