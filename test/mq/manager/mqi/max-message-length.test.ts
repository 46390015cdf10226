import test from 'ava'
import { benchFor } from '../_support/manager.ts'

test('a message may be as long as the queue and the queue manager take', async (t) => {
  const { connection, define } = benchFor(t)
  await define('queue', 'QLOCAL', 'SHORT', { MAXMSGL: 10 })
  await define('queue', 'QLOCAL', 'LONG', { MAXMSGL: 104_857_600 })
  await define('queue', 'QALIAS', 'ALIAS', { TARGET: 'SHORT', TARGTYPE: 'QUEUE' })
  await define('queue', 'QLOCAL', 'EQUAL', { MAXMSGL: 4_194_304 })
  await define('queue', 'QALIAS', 'NEWS', { TARGET: 'SYSTEM.BASE.TOPIC', TARGTYPE: 'TOPIC' })
  await define('queue', 'QLOCAL', 'QM2', { USAGE: 'XMITQ', MAXMSGL: 10 })
  await define('queue', 'QREMOTE', 'AWAY', { RNAME: 'A', RQMNAME: 'QM2' })

  t.deepEqual(connection.maxMessageLength('SHORT'), { bytes: 10, reasonCode: 2030 })
  t.deepEqual(connection.maxMessageLength('ALIAS'), { bytes: 10, reasonCode: 2030 })
  t.deepEqual(connection.maxMessageLength('EQUAL'), { bytes: 4_194_304, reasonCode: 2030 })
  for (const queue of ['LONG', 'AWAY', 'NEWS', undefined]) {
    t.deepEqual(connection.maxMessageLength(queue), { bytes: 4_194_304, reasonCode: 2031 })
  }
  t.throws(() => connection.maxMessageLength('NONE'), { message: /2085/ })
})
