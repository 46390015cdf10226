/**
 * Measures the memory of each idle connection. The limit of open file descriptors limits the number of
 * connections.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { RowResult } from '../harness/compare.ts'
import { compareWithLimit } from '../harness/limit-rows.ts'
import { readResidentMib } from '../harness/memory.ts'
import { scaleCount } from '../harness/round-options.ts'
import { runWithBackend } from '../peers/script.ts'
import { startSluice } from '../peers/sluice.ts'

const count = scaleCount(10_000)
const atOnce = 100

export function measureIdle(): Promise<RowResult[]> {
  return runWithBackend(async (backendPort) => {
    const { url, token, pid, close } = await startSluice(backendPort)
    const sockets: Socket[] = []
    try {
      await open(url, token, atOnce, sockets) // opens some connections first, so that one-time costs are not counted
      await wait(1_000)
      const before = readResidentMib(pid)
      for (let opened = 0; opened < count; opened += atOnce) await open(url, token, atOnce, sockets)
      await wait(1_000)
      const each = ((readResidentMib(pid) - before) * 1024) / count
      return [
        compareWithLimit({
          row: `${count.toLocaleString('en')} idle connections`,
          name: 'each',
          value: each,
          limit: 10,
          unit: 'KiB',
        }),
      ]
    } finally {
      for (const socket of sockets) socket.destroy()
      await close()
    }
  })
}

/** Opens connections, makes one call on each, and keeps them open. */
async function open(url: string, token: string, howMany: number, sockets: Socket[]): Promise<void> {
  const { hostname, port, pathname } = new URL(url)
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${token}\r\n\r\n`
  const opened = Array.from({ length: howMany }, () => connect(Number(port), hostname))
  sockets.push(...opened)
  await Promise.all(
    opened.map(async (socket) => {
      await once(socket, 'connect')
      socket.write(request)
      await once(socket, 'data')
    }),
  )
}
