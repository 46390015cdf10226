/**
 * Sends calls at a steady rate over keep-alive connections. Each latency counts from the moment at which the call
 * was due, so that a stalled server cannot hide the calls that waited. Arguments: URL, token, connections, calls
 * per second, seconds. Prints JSON.
 */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

const [, , address, token, connections, perSecond, seconds] = process.argv as string[]
const { hostname, port, pathname } = new URL(address as string)
const request = Buffer.from(
  `GET ${pathname} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${token}\r\n\r\n`,
)
const total = Number(perSecond) * Number(seconds)
const taken: number[] = []
const idle: Socket[] = []
const due: number[] = []
let failures = 0

for (let opened = 0; opened < Number(connections); opened += 1) {
  const socket = connect(Number(port), hostname).setNoDelay()
  await once(socket, 'connect')
  idle.push(socket)
}

const began = performance.now()
let scheduled = 0
await new Promise<void>((resolve) => {
  const timer = setInterval(() => {
    const now = performance.now()
    for (; scheduled < total && began + (scheduled * 1000) / Number(perSecond) <= now; scheduled += 1)
      due.push(began + (scheduled * 1000) / Number(perSecond))
    send()
    if (taken.length + failures < total) return
    clearInterval(timer)
    resolve()
  }, 1)
})
taken.sort((a, b) => a - b)
const at = (share: number) => taken[Math.floor(taken.length * share)] ?? 0
process.stdout.write(`${JSON.stringify({ calls: taken.length, failures, p50Ms: at(0.5), p99Ms: at(0.99) })}\n`)
process.exit(0)

function send(): void {
  while (due.length > 0 && idle.length > 0) call(idle.pop() as Socket, due.shift() as number)
}

/**
 * Sends a call. A timer may fire up to a millisecond late, so the latency counts from the sending unless the call
 * had to wait for a connection.
 */
function call(socket: Socket, dueAt: number): void {
  const now = performance.now()
  const start = now - dueAt < 2 ? now : dueAt
  let answer = ''
  const take = (chunk: Buffer) => {
    answer += chunk.toString('latin1')
    const head = answer.indexOf('\r\n\r\n')
    if (head < 0 || answer.length < head + 4 + lengthOf(answer)) return
    socket.off('data', take)
    if (answer.startsWith('HTTP/1.1 200')) taken.push(performance.now() - start)
    else failures += 1
    idle.push(socket)
    send()
  }
  socket.on('data', take)
  socket.write(request)
}

function lengthOf(answer: string): number {
  return Number(/content-length: (\d+)/i.exec(answer)?.[1] ?? 0)
}
