/**
 * Transfers a body of 100 MB. Arguments: `down` or `up`, URL, token, and the maximum reading rate in bytes per
 * second. Prints megabytes per second. A slow reader ends after `BENCH_SLOW_SECONDS`.
 */
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

const [, , direction, url, token, pace] = process.argv as [string, string, string, string, string, string?]
const slowSeconds = Number(process.env.BENCH_SLOW_SECONDS ?? 5)
const piece = Buffer.alloc(64 * 1024, 'x')
const pieces = Math.ceil(100e6 / piece.length)
const began = performance.now()
let moved = 0

const call = request(url, {
  method: direction === 'up' ? 'POST' : 'GET',
  headers: {
    authorization: `Bearer ${token}`,
    ...(direction === 'up' && {
      'content-type': 'application/octet-stream',
      'content-length': String(pieces * piece.length),
    }),
  },
})
call.on('response', async (response) => {
  if (response.statusCode !== 200) throw new Error(`the answer was ${response.statusCode}`)
  for await (const chunk of response) {
    moved += (chunk as Buffer).length
    if (pace && (await isEnough(Number(pace)))) break
  }
  tell(direction === 'up' ? pieces * piece.length : moved)
})
if (direction === 'up') Readable.from(Array(pieces).fill(piece)).pipe(call)
else call.end()

/** Waits while the transfer is faster than its maximum rate. Returns true when `BENCH_SLOW_SECONDS` have passed. */
async function isEnough(bytesPerSecond: number): Promise<boolean> {
  const ahead = (moved / bytesPerSecond) * 1000 - (performance.now() - began)
  if (ahead > 0) await wait(Math.min(ahead, slowSeconds * 1000))
  return performance.now() - began > slowSeconds * 1000
}

function tell(bytes: number): void {
  process.stdout.write(`${bytes / 1e6 / ((performance.now() - began) / 1000)}\n`)
  process.exit(0)
}
