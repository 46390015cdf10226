import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import {
  openControlSocket,
  SocketTakenError,
  sendControlRequest,
} from '../../../../src/shared/process/rpc/control-socket.ts'

const name = 'gateway.sock'

async function folderOf(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sluice-control-'))
  t.teardown(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  return folder
}

test('an answer comes back as it was given', async (t) => {
  const folder = await folderOf(t)
  const control = await openControlSocket(folder, name, async (question) => ({ question }))
  t.teardown(control.close)
  t.deepEqual(await sendControlRequest(folder, name, { ask: 'why', id: 'ü' }), { question: { ask: 'why', id: 'ü' } })
})

test('a request fails where no process listens, and where the process has ended', async (t) => {
  const folder = await folderOf(t)
  t.is(await sendControlRequest(folder, name, 'x'), undefined)
  t.is(await sendControlRequest(join(folder, 'nowhere'), name, 'x'), undefined)

  const control = await openControlSocket(folder, name, async () => 'here')
  await control.close()
  t.is(await sendControlRequest(folder, name, 'x'), undefined)
})

test('an error of the handler rejects the request with the same message', async (t) => {
  const folder = await folderOf(t)
  const control = await openControlSocket(folder, name, async () => {
    throw new Error('there is no such call')
  })
  t.teardown(control.close)
  await t.throwsAsync(sendControlRequest(folder, name, 'x'), { message: 'there is no such call' })
})

test('only its owner may open the socket', async (t) => {
  const folder = await folderOf(t)
  const control = await openControlSocket(folder, name, async () => 'x')
  t.teardown(control.close)
  t.is((await stat(join(folder, name))).mode & 0o777, 0o600)
})

test('a socket left by a crash is replaced, one in use is not', async (t) => {
  const folder = await folderOf(t)
  await writeFile(join(folder, name), '')
  const control = await openControlSocket(folder, name, async () => 'first')
  t.teardown(control.close)
  await t.throwsAsync(
    openControlSocket(folder, name, async () => 'second'),
    { instanceOf: SocketTakenError },
  )
  t.is(await sendControlRequest(folder, name, 'x'), 'first')
})

test('a folder with a long name is served as well', async (t) => {
  const folder = join(await folderOf(t), 'x'.repeat(120))
  const control = await openControlSocket(folder, name, async () => 'here')
  t.teardown(control.close)
  t.is(await sendControlRequest(folder, name, 'x'), 'here')
})

test('nonsense gets an error, and does not keep the end from coming', async (t) => {
  const folder = await folderOf(t)
  const control = await openControlSocket(folder, name, async () => 'x')
  const stuck = createConnection({ path: join(folder, name) })
  await new Promise((resolve) => stuck.once('connect', resolve))

  const socket = createConnection({ path: join(folder, name) })
  socket.end('{')
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  t.regex(Buffer.concat(chunks).toString(), /^\{"error":".*JSON/)

  const ended = new Promise((resolve) => stuck.once('close', resolve))
  await control.close()
  await ended
})
