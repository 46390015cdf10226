import test from 'ava'
import { silentLog } from '../../../../src/shared/lib/output/log.ts'
import { openServiceNotifier } from '../../../../src/shared/process/service/index.ts'

function open(environment: Record<string, string>) {
  const sent: string[] = []
  const notifier = openServiceNotifier({ environment, log: silentLog, send: (fields) => sent.push(fields.join(' ')) })
  return { notifier, sent }
}

test('outside of systemd nothing is sent', (t) => {
  const { notifier, sent } = open({ WATCHDOG_USEC: '1000' })
  notifier.ready('serves')
  notifier.stopping()
  notifier.close()
  t.deepEqual(sent, [])
})

test('a service reports readiness with its status, and its end', (t) => {
  const { notifier, sent } = open({ NOTIFY_SOCKET: '/run/notify' })
  notifier.ready('serves http://127.0.0.1:8080')
  notifier.stopping()
  notifier.close()
  t.deepEqual(sent, ['READY=1 STATUS=serves http://127.0.0.1:8080', 'STOPPING=1'])
})

test('the watchdog is served from readiness to the end', async (t) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const sent: string[] = []
  const notifier = openServiceNotifier({
    environment: { NOTIFY_SOCKET: '/run/notify', WATCHDOG_USEC: '2000' },
    log: silentLog,
    send(fields) {
      sent.push(fields.join(' '))
      if (sent.length === 3) resolve()
    },
  })
  notifier.ready('serves')
  const alive = setInterval(() => {}, 1_000) // the timer of the watchdog keeps no process alive
  await promise
  clearInterval(alive)
  notifier.close()
  t.deepEqual(sent, ['READY=1 STATUS=serves', 'WATCHDOG=1', 'WATCHDOG=1'])
})
