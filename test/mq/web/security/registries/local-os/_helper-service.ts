/** A helper service behind a Unix socket in the process of the test. */
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ExecutionContext } from 'ava'

export interface HelperService {
  readonly path: string
  /** The requests, parsed. */
  readonly received: unknown[]
}

/** Serves the helper until the test ends. `respond` gets each connection after its request; a text is the response to all. */
export async function serveHelper(
  t: ExecutionContext,
  respond: string | ((socket: Socket) => void),
): Promise<HelperService> {
  const folder = await mkdtemp(join(tmpdir(), 'pam-'))
  const received: unknown[] = []
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    socket.on('error', () => {})
    received.push(JSON.parse(await text(socket)))
    if (typeof respond === 'string') socket.end(respond)
    else respond(socket)
  })
  const path = join(folder, 'helper.sock')
  await new Promise<void>((resolve) => server.listen(path, resolve))
  t.teardown(async () => {
    server.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  return { path, received }
}
