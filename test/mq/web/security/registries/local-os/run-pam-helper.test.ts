import type { Socket } from 'node:net'
import test from 'ava'
import { maxPamMessageBytes } from '../../../../../../src/mq/web/security/registries/local-os/pam-request.ts'
import { runPamHelper } from '../../../../../../src/mq/web/security/registries/local-os/run-pam-helper.ts'
import { RegistryUnavailableError } from '../../../../../../src/shared/registries/index.ts'
import { serveHelper } from './_helper-service.ts'

const request = { service: 'sluice', name: 'alice', password: 'wonderland' }
const timeoutMs = 20_000
const accepted = '{"outcome":"accepted"}'
const unavailable = { instanceOf: RegistryUnavailableError }

for (const result of [{ outcome: 'accepted' }, { outcome: 'rejected', reason: 'the account is locked' }] as const) {
  test(`returns the result of the helper service: ${result.outcome}`, async (t) => {
    const { path, received } = await serveHelper(t, JSON.stringify(result))
    t.deepEqual(await runPamHelper(request, { socket: path, timeoutMs }), result)
    t.deepEqual(received, [request])
  })
}

test.serial('a process does not wait for the time limit of a check that is complete', async (t) => {
  const countTimers = () => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length
  const { path } = await serveHelper(t, accepted)
  const before = countTimers()
  await runPamHelper(request, { socket: path, timeoutMs })
  t.is(countTimers(), before)
})

for (const [title, response, message] of [
  ['a failure', '{"outcome":"failed","reason":"no module"}', /"alice": no module$/],
  ['nothing', '', /JSON/],
  ['something else', '[]', /must have an outcome/],
] as const) {
  test(`the registry is unavailable when the helper service responds with ${title}`, async (t) => {
    const { path } = await serveHelper(t, response)
    const error = await t.throwsAsync(runPamHelper(request, { socket: path, timeoutMs }), unavailable)
    t.regex(error?.message ?? '', /^PAM could not check the password of/)
    t.regex(error?.message ?? '', message)
    t.true(error?.cause instanceof Error)
  })
}

test('reads a response of 16,384 bytes', async (t) => {
  t.is(maxPamMessageBytes, 16_384)
  const { path } = await serveHelper(t, accepted.padEnd(16_384))
  t.deepEqual(await runPamHelper(request, { socket: path, timeoutMs }), { outcome: 'accepted' })
})

test('rejects a response of 16,385 bytes', async (t) => {
  const { path } = await serveHelper(t, accepted.padEnd(16_385))
  const error = await t.throwsAsync(runPamHelper(request, { socket: path, timeoutMs }), unavailable)
  t.regex(error?.message ?? '', /the response is above 16384 bytes/)
})

test('a helper service that does not respond in time is disconnected', async (t) => {
  const connected = Promise.withResolvers<Socket>()
  const { path } = await serveHelper(t, connected.resolve)
  const error = await t.throwsAsync(runPamHelper(request, { socket: path, timeoutMs: 50 }), unavailable)
  t.regex(error?.message ?? '', /the PAM helper did not respond within 50 ms/)
  const socket = await connected.promise
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write('late') // fails when the other side has closed
  await closed
  t.pass()
})

test('the registry is unavailable when no helper service listens', async (t) => {
  const socket = '/nonexistent/helper.sock'
  await t.throwsAsync(runPamHelper(request, { socket, timeoutMs }), { ...unavailable, message: /ENOENT/ })
})

test.serial('without a socket it starts a process', async (t) => {
  await t.throwsAsync(runPamHelper(request, { socket: undefined, timeoutMs: 1 }), {
    ...unavailable,
    message: /the PAM helper did not respond within 1 ms/,
  })
})

/** Runs `work` with another program in place of Node. */
async function withProgram(program: string, work: () => Promise<unknown>): Promise<void> {
  const { execPath } = process
  process.execPath = program
  try {
    await work()
  } finally {
    process.execPath = execPath
  }
}

for (const [title, program, message] of [
  ['cannot be started', '/nonexistent/node', /ENOENT/],
  ['ends before it has read the request', '/bin/true', /EPIPE|ECONNRESET|JSON/],
] as const) {
  test.serial(`the registry is unavailable when the process ${title}`, async (t) => {
    const password = 'x'.repeat(1_000_000) // more than a pipe holds
    await withProgram(program, () =>
      t.throwsAsync(runPamHelper({ ...request, password }, { socket: undefined, timeoutMs }), {
        ...unavailable,
        message,
      }),
    )
  })
}
