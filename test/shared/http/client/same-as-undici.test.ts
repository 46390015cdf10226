import test from 'ava'
import { Client } from 'undici'
import { fetchWholeResponse, openConnectionPool } from '../../../../src/shared/http/client/index.ts'
import { wellFormed } from '../../../gateway/data-plane/_support/answers.ts'
import { startRawBackend } from '../../../gateway/data-plane/_support/servers.ts'

/** Starts a backend that sends the same response to every request, in pieces of `size` bytes. */
async function answering(raw: string, size: number) {
  return startRawBackend((socket) => {
    socket.setNoDelay(true)
    socket.once('data', async () => {
      for (let at = 0; at < raw.length; at += size) {
        socket.write(raw.slice(at, at + size), 'latin1')
        await new Promise((next) => setImmediate(next))
      }
      socket.end()
    })
  })
}

async function ours(url: string) {
  const connections = openConnectionPool(url)
  try {
    const limits = { timeoutMs: 10_000, maxBodyBytes: 1_000_000 }
    const answer = await fetchWholeResponse(connections, { method: 'GET', path: '/', headers: [] }, limits)
    return { status: answer.status, body: answer.body.toString('latin1'), names: namesOf(answer.headers) }
  } catch {
    return 'refused'
  } finally {
    await connections.close()
  }
}

async function theirs(url: string) {
  const client = new Client(url)
  try {
    const answer = await client.request({ method: 'GET', path: '/' })
    const body = Buffer.from(await answer.body.arrayBuffer()).toString('latin1')
    return {
      status: answer.statusCode,
      body,
      names: namesOf(Object.keys(answer.headers).flatMap((name) => [name, ''])),
    }
  } catch {
    return 'refused'
  } finally {
    await client.destroy()
  }
}

const ended = ['connection', 'keep-alive', 'trailer', 'transfer-encoding', 'x-hop']

function namesOf(fields: readonly string[]): string[] {
  const names = fields.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase())
  return [...new Set(names)].filter((name) => !ended.includes(name)).sort()
}

for (const [what, { raw }] of Object.entries(wellFormed)) {
  test(`the built-in client and undici read ${what} the same`, async (t) => {
    for (const size of [raw.length, 7]) {
      const backend = await answering(raw, size)
      const [own, other] = await Promise.all([ours(backend.url), theirs(backend.url)])
      t.not(own, 'refused')
      t.deepEqual(own, other)
      await backend.close()
    }
  })
}
