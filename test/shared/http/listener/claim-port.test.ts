import { connect, Server } from 'node:net'
import { mock } from 'node:test'
import test from 'ava'
import { claimPort } from '../../../../src/shared/http/listener/claim-port.ts'
import { openListener } from '../../../../src/shared/http/listener/listener.ts'

const host = '127.0.0.1'
const handler = () => {}

test.afterEach.always(() => mock.restoreAll())

test('a free port stays reserved until it is released', async (t) => {
  const { port, isShared, release } = await claimPort(host, 0)
  t.true(port > 0)
  t.true(isShared)
  await t.throwsAsync(openListener({ host, port, handler }), { message: /is taken by another process/ })
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
  await t.throwsAsync(claimPort(host, port), { message: `port ${port} on ${host} is taken by another process` })
  await listener.close()
  t.is((await claimPort(host, port)).port, port)
})

test('a known port refuses connections until a process listens on it', async (t) => {
  const free = await claimPort(host, 0)
  await free.release()
  const { port, release } = await claimPort(host, free.port)
  t.is(port, free.port)
  const socket = connect(port, host)
  const error = await new Promise((resolve) => socket.once('error', resolve).once('connect', resolve))
  socket.destroy()
  t.like(error, { code: 'ECONNREFUSED' })
  await release()
})

/** Makes the system reject sockets that share a port. */
function rejectSharedSockets(code: string | undefined): void {
  const listen = Server.prototype.listen as (this: Server, ...given: unknown[]) => Server
  mock.method(Server.prototype, 'listen', function (this: Server, ...given: [{ reusePort: boolean }]) {
    if (!given[0].reusePort) return listen.apply(this, given)
    queueMicrotask(() => this.emit('error', Object.assign(new Error('no'), code && { code })))
    return this
  })
}

for (const code of ['ENOTSUP', 'EINVAL', 'ENOPROTOOPT'])
  test.serial(`a system that rejects shared sockets with ${code} gets one socket, on a free port`, async (t) => {
    rejectSharedSockets(code)
    const { port, isShared } = await claimPort(host, 0)
    t.false(isShared)
    const listener = await openListener({ host, port, handler })
    await listener.close()
  })

for (const code of ['EACCES', undefined])
  test.serial(`an error ${code} of a shared socket rejects the claim`, async (t) => {
    rejectSharedSockets(code)
    await t.throwsAsync(claimPort(host, 0), { message: /may not be opened by this user|cannot listen on/ })
  })
