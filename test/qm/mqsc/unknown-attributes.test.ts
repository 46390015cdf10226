/** Attributes that IBM MQ does not have break clients that know every attribute. */
import test from 'ava'

import { channelStatus } from '../../../src/qm/mqsc/views/channel-status.ts'
import { listenerStatus } from '../../../src/qm/mqsc/views/listener-and-service-status.ts'
import { openBench } from './support.ts'

for (const [view, command] of [
  [listenerStatus, 'DISPLAY LSSTATUS(SYSTEM.DEFAULT.LISTENER.TCP)'],
  [channelStatus, 'DISPLAY CHSTATUS(SYSTEM.DEF.SENDER)'],
] as const) {
  test(`${command} shows LSTERROR only when it is named`, async (t) => {
    const bench = openBench()
    const status = { lastError: 'refused', counts: {}, state: 'RUNNING' }
    const { runtime } = bench as unknown as { runtime: Record<string, object> }
    runtime.listeners = { ...runtime.listeners, status: () => status }
    runtime.channels = { ...runtime.channels, status: () => [status] }
    t.is((await bench.show(`${command} LSTERROR`)).LSTERROR, 'refused')
    for (const more of ['', ' ALL']) {
      const shown = await bench.show(`${command}${more}`)
      t.is(shown.STATUS, 'RUNNING')
      t.false('LSTERROR' in shown, `${command}${more}`)
    }
    t.true(view.columns.some(({ keyword, isByNameOnly }) => keyword === 'LSTERROR' && isByNameOnly))
  })
}
