/** The load: wrk where it is installed, autocannon otherwise. Both keep their connections. */
import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { cores, isInstalled } from './process.ts'

export interface Load {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
  /** What each connection sends, in turn; GET of `url` when left out. */
  requests?: readonly { method: string; body?: string }[]
  /** The answers that count as good are refusals: 400 to 499. */
  refused?: boolean
}

export interface Measured {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers that were not as expected, and connections that broke. */
  failures: number
}

export const generator = isInstalled('wrk') ? 'wrk' : 'autocannon'

/** Puts the load on and measures what comes back. */
export function measure(load: Load): Promise<Measured> {
  return generator === 'wrk' ? withWrk(load) : withAutocannon(load)
}

async function withWrk({ url, headers, connections, seconds, requests, refused }: Load): Promise<Measured> {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const script = requests ? ['-s', await scriptOf(requests)] : []
  const how = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '--latency']
  const output = await run(['wrk', ...how, ...script, ...fields, url])

  const answers = Number(/(\d+) requests in/.exec(output)?.[1] ?? 0)
  const notGood = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0)
  const broken = (/Socket errors: (.*)/.exec(output)?.[1]?.match(/\d+/g) ?? []).map(Number)
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1] ?? 0),
    p50Ms: milliseconds(/50%\s+([\d.]+\w+)/.exec(output)?.[1]),
    p99Ms: milliseconds(/99%\s+([\d.]+\w+)/.exec(output)?.[1]),
    failures: broken.reduce((sum, each) => sum + each, refused ? answers - notGood : notGood),
  }
}

/** wrk takes requests that differ from a Lua script; each connection sends them in turn. */
async function scriptOf(requests: readonly { method: string; body?: string }[]): Promise<string> {
  const rows = requests.map(
    ({ method, body }) => `{"${method}", ${body === undefined ? 'nil' : `[==[${body}]==]`}}`,
  )
  const file = join(tmpdir(), `sluice-bench-${process.pid}.lua`)
  await writeFile(
    file,
    `local requests = {${rows.join(', ')}}
local turn = 0
request = function()
  turn = turn % #requests + 1
  return wrk.format(requests[turn][1], nil, nil, requests[turn][2])
end
`,
  )
  return file
}

async function withAutocannon({
  url,
  headers,
  connections,
  seconds,
  requests,
  refused,
}: Load): Promise<Measured> {
  const program = fileURLToPath(new URL('../../node_modules/autocannon/autocannon.js', import.meta.url))
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
  const [{ method, body } = { method: 'GET' }] = requests ?? []
  const payload = body === undefined ? [] : ['-b', body]
  const args = [
    '-j',
    '-n',
    '-c',
    `${connections}`,
    '-d',
    `${seconds}`,
    '-m',
    method,
    ...fields,
    ...payload,
    url,
  ]
  const result = JSON.parse(await run([process.execPath, program, ...args]))
  return {
    perSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: (refused ? result['2xx'] : result.non2xx) + result.errors + result.timeouts,
  }
}

function run(command: readonly string[]): Promise<string> {
  const pinned = isInstalled('taskset') ? ['taskset', '-c', String(cores.others), ...command] : command
  return new Promise((resolve, reject) => {
    const child = spawn(pinned[0] as string, pinned.slice(1), { stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })
}

function milliseconds(text = '0ms'): number {
  const [, value, unit] = /^([\d.]+)(us|ms|s|m)$/.exec(text) ?? []
  return Number(value) * ({ us: 0.001, ms: 1, s: 1_000, m: 60_000 }[unit ?? 'ms'] ?? 1)
}
