/** The load: wrk where it is installed, autocannon otherwise. Both keep their connections. */
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

import { cores, isInstalled } from './process.ts'

export interface Load {
  url: string
  headers: Record<string, string>
  connections: number
  seconds: number
  method?: string
  body?: string
}

export interface Measured {
  perSecond: number
  p50Ms: number
  p99Ms: number
  /** Answers that were not 2xx or 3xx, and connections that broke. */
  failures: number
}

export const generator = isInstalled('wrk') ? 'wrk' : 'autocannon'

/** Puts the load on and measures what comes back. */
export function measure(load: Load): Promise<Measured> {
  return generator === 'wrk' && !load.body ? withWrk(load) : withAutocannon(load)
}

async function withWrk({ url, headers, connections, seconds }: Load): Promise<Measured> {
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const output = await run(['wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '--latency', ...fields, url])
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1] ?? 0),
    p50Ms: milliseconds(/50%\s+([\d.]+\w+)/.exec(output)?.[1]),
    p99Ms: milliseconds(/99%\s+([\d.]+\w+)/.exec(output)?.[1]),
    failures:
      Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0) +
      (/Socket errors: (.*)/.exec(output)?.[1]?.match(/\d+/g) ?? []).reduce(
        (sum, each) => sum + Number(each),
        0,
      ),
  }
}

async function withAutocannon({
  url,
  headers,
  connections,
  seconds,
  method = 'GET',
  body,
}: Load): Promise<Measured> {
  const program = fileURLToPath(new URL('../../node_modules/autocannon/autocannon.js', import.meta.url))
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`])
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
    failures: result.non2xx + result.errors + result.timeouts,
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
