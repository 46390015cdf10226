import test from 'ava'
import { benchFor } from '../_support/manager.ts'

for (const STATMQI of ['OFF', 'ON']) {
  test(`a user without authority is rejected with 2035 with STATMQI(${STATMQI})`, async (t) => {
    const { connection, connect, running } = benchFor(t)
    await connection.command(`ALTER QMGR STATMQI(${STATMQI})`)
    t.throws(() => connect({ name: 'nobody', groups: [], privileged: false }), { message: /2035/ })
    t.is(running.statistics.mqi?.connectionFailures, STATMQI === 'ON' ? 1 : undefined)
  })
}
