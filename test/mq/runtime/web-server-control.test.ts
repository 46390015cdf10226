import test from 'ava'
import { openWebServerControl } from '../../../src/mq/runtime/web-server-control.ts'
import type { MqwebServer } from '../../../src/mq/web/index.ts'

test('requests in flight have as much time to finish as those of the gateway', async (t) => {
  const limits: unknown[] = []
  const server = { close: async (...args: unknown[]) => void limits.push(args) } as unknown as MqwebServer
  const control = openWebServerControl(async () => server)
  await control.start()
  await control.stop()
  t.deepEqual(limits, [[10_000, 500]])
})
