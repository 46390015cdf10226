import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import {
  connectPrivately,
  listenPrivately,
  privateSocketPath,
} from '../../../../src/shared/process/rpc/private-socket.ts'

const name = 'gateway.sock'
const isRoot = process.getuid?.() === 0
const otherUser = 65_534

/** A data folder whose path is too long for a socket, and the temporary folder of its sockets. */
async function openLongFolder(t: ExecutionContext) {
  const base = await mkdtemp(join(tmpdir(), 'sluice-socket-'))
  const folder = join(base, 'x'.repeat(120))
  await mkdir(folder)
  const place = dirname(privateSocketPath(folder, name))
  t.teardown(() => Promise.all([base, place].map((each) => rm(each, { recursive: true, force: true, maxRetries: 10 }))))
  return { base, folder, place }
}

async function listen(t: ExecutionContext, folder: string): Promise<Server> {
  const server = await listenPrivately(folder, name, (socket) => socket.end())
  t.teardown(() => server.close())
  return server
}

test('the folder and the socket of a long path are open to the owner only', async (t) => {
  const { folder, place } = await openLongFolder(t)
  t.is(await connectPrivately(folder, name), undefined)
  await listen(t, folder)
  t.is((await stat(place)).mode & 0o777, 0o700)
  t.is((await stat(join(place, name))).mode & 0o777, 0o600)
  const socket = await connectPrivately(folder, name)
  socket?.destroy()
  t.truthy(socket)
})

for (const [title, prepare] of [
  ['is open to other users', (place: string) => mkdir(place).then(() => chmod(place, 0o777))],
  ['is open to a group', (place: string) => mkdir(place).then(() => chmod(place, 0o710))],
  [
    'is a link',
    async (place: string, base: string) => {
      await mkdir(join(base, 'elsewhere'), { mode: 0o700 })
      await symlink(join(base, 'elsewhere'), place)
    },
  ],
  ...(isRoot
    ? ([
        [
          'belongs to another user',
          (place: string) => mkdir(place, { mode: 0o700 }).then(() => chown(place, otherUser, otherUser)),
        ],
      ] as const)
    : []),
] as const) {
  test(`a temporary folder for sockets that ${title} is refused, also for root`, async (t) => {
    const { base, folder, place } = await openLongFolder(t)
    await prepare(place, base)
    const message =
      /^\/.+ is not a folder of user \d+ with mode 0700.+ remove it, or set SLUICE_DATA to a shorter path$/
    await t.throwsAsync(listen(t, folder), { message })
    await t.throwsAsync(connectPrivately(folder, name), { message })
  })
}

if (isRoot)
  test('root finds the temporary folder of the user who owns the data folder', async (t) => {
    const { folder } = await openLongFolder(t)
    await chown(folder, otherUser, otherUser)
    const place = dirname(privateSocketPath(folder, name))
    t.teardown(() => rm(place, { recursive: true, force: true, maxRetries: 10 }))
    t.true(place.includes(`sluice-${otherUser}-`))
    await listen(t, folder)
    await chown(place, otherUser, otherUser)
    const socket = await connectPrivately(folder, name)
    socket?.destroy()
    t.truthy(socket)
  })
