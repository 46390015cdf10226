import test from 'ava'

import { claimPort } from '../../../src/http/listener/claim-port.ts'
import { openListener } from '../../../src/http/listener/listener.ts'

const host = '127.0.0.1'
const handler = () => {}

test('a free port stays reserved until it is released', async (t) => {
  const { port, release } = await claimPort(host, 0)
  t.true(port > 0)
  const listeners = [await openListener({ host, port, handler, reusePort: true })]
  await release()
  listeners.push(await openListener({ host, port, handler, reusePort: true }))
  t.deepEqual(
    listeners.map((each) => each.port),
    [port, port],
  )
  await Promise.all(listeners.map((each) => each.close()))
})

test('a shared port cannot be claimed by another gateway', async (t) => {
  const { port, release } = await claimPort(host, 0)
  const listener = await openListener({ host, port, handler, reusePort: true })
  await release()
  await t.throwsAsync(claimPort(host, port), {
    message: `port ${port} on ${host} is taken by another process`,
  })
  await listener.close()
  t.is((await claimPort(host, port)).port, port)
})
