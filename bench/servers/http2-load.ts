/**
 * Sends GET requests over HTTP/2 on 100 streams of one connection, each after the response to the last one of its stream.
 * Arguments: URL, headers as JSON, seconds. Prints a `Measurement` as JSON.
 */
import { once } from 'node:events'
import { connect } from 'node:http2'
import type { Measurement } from '../harness/load-types.ts'

const [, , address = '', headers = '{}', seconds = '1'] = process.argv
const { origin, pathname } = new URL(address)
const request = { ':path': pathname, ...(JSON.parse(headers) as Record<string, string>) }
const streams = 100
const session = connect(origin, { rejectUnauthorized: false })
await once(session, 'connect')
const taken: number[] = []
let failures = 0
const endsAt = performance.now() + Number(seconds) * 1000

async function sendInTurn(): Promise<void> {
  while (performance.now() < endsAt) {
    const began = performance.now()
    const stream = session.request(request)
    stream.on('response', ({ ':status': status }) => {
      if (status !== 200) failures += 1
    })
    await once(stream.resume(), 'close')
    taken.push(performance.now() - began)
  }
}

await Promise.all(Array.from({ length: streams }, sendInTurn))
session.close()
taken.sort((a, b) => a - b)
const at = (share: number) => taken[Math.floor(taken.length * share)] ?? 0
const measured: Measurement = { perSecond: taken.length / Number(seconds), p50Ms: at(0.5), p99Ms: at(0.99), failures }
console.log(JSON.stringify(measured))
