/** Measures a load with wrk. */
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Load, Measurement, Request } from './load-types.ts'
import { captureOutput, cores } from './process.ts'

export async function measureWithWrk(load: Load): Promise<Measurement> {
  const { url, headers, connections, seconds, expectsRejection: refused } = load
  const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const script = await scriptOf(load)
  const how = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '--latency']
  const output = await captureOutput(cores.others, ['wrk', ...how, ...script, ...fields, url])

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

/** Returns the arguments for a Lua script, which wrk needs to send different requests. */
async function scriptOf({ requests, tokens, seconds, tokenHeader, repeatsTokens = false }: Load): Promise<string[]> {
  if (!requests && !tokens) return []
  const file = join(tmpdir(), `sluice-bench-${process.pid}.lua`)
  await writeFile(
    file,
    tokens ? tokenScript(await tokens(seconds), tokenHeader, repeatsTokens) : requestScript(requests ?? []),
  )
  return ['-s', file]
}

/** Returns a Lua script with which each connection sends the requests in turn. */
function requestScript(requests: readonly Request[]): string {
  const rows = requests.map(({ method, path, headers = {}, body }) => {
    const fields = Object.entries(headers).map(([name, value]) => `[ ${quoted(name)} ] = ${quoted(value)}`)
    return `{${quoted(method)}, ${quoted(path)}, {${fields.join(', ')}}, ${quoted(body)}}`
  })
  return `local requests = {${rows.join(', ')}}
local turn = 0
init = function()
  for _, each in ipairs(requests) do
    for name, value in pairs(wrk.headers) do each[3][name] = value end
  end
end
request = function()
  turn = turn % #requests + 1
  return wrk.format(requests[turn][1], requests[turn][2], requests[turn][3], requests[turn][4])
end
`
}

function quoted(text: string | undefined): string {
  return text === undefined ? 'nil' : `[==[${text}]==]`
}

/**
 * Returns a Lua script that puts the next token into each request. When the tokens run out, the requests fail and
 * the measurement is invalid.
 */
function tokenScript(file: string, header = { name: 'authorization', prefix: 'Bearer ' }, repeats: boolean): string {
  const restart = repeats ? `\n  if not next then line = io.lines("${file}"); next = line() end` : ''
  return `local line = io.lines("${file}")
request = function()
  local next = line()${restart}
  wrk.headers["${header.name}"] = "${header.prefix}" .. (next or "used-up")
  return wrk.format()
end
`
}

function milliseconds(text = '0ms'): number {
  const [, value, unit] = /^([\d.]+)(us|ms|s|m)$/.exec(text) ?? []
  return Number(value) * ({ us: 0.001, ms: 1, s: 1_000, m: 60_000 }[unit ?? 'ms'] ?? 1)
}
