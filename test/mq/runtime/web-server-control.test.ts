import test from 'ava'
import type { MqwebServer } from '../../../src/mqweb/index.ts'
import { openWebServerControl } from '../../../src/runtime/mq/web-server-control.ts'

test('requests in flight have as much time to finish as those of the gateway', async (t) => {
  const limits: unknown[] = []
  const server = { close: async (...args: unknown[]) => void limits.push(args) } as unknown as MqwebServer
  const control = openWebServerControl(async () => server)
  await control.start()
  await control.stop()
  t.deepEqual(limits, [[10_000, 500]])
})
