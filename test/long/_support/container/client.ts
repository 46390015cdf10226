/**
 * Runs beside the gateway in its container: an upstream, and a client that calls it through the gateway until the gateway
 * refuses connections. Prints a line for each kind of result when it is first seen.
 *
 * Arguments: the port of the upstream, the URL of the token endpoint, its form, the URL of the API.
 */
import { createServer } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const [port, tokenUrl, form, apiUrl] = process.argv.slice(2) as [string, string, string, string]
createServer((request, response) => response.end(`upstream ${request.url}`)).listen(Number(port), '127.0.0.1')

const printed = new Set<string>()
function print(line: string): void {
  if (!printed.has(line)) console.log(line)
  printed.add(line)
}

const response = await fetch(tokenUrl, { method: 'POST', body: new URLSearchParams(form) })
const { access_token: token } = (await response.json()) as { access_token: string }
print(`token ${response.status}`)
print(`without a token ${(await fetch(apiUrl)).status}`)

for (;;) {
  const ready = await fetch('http://127.0.0.1:8090/readyz').then(({ status }) => status, readCode)
  const call = await fetch(apiUrl, { headers: { authorization: `Bearer ${token}` } }).then(
    async (answer) => `${answer.status} ${await answer.text()}`,
    readCode,
  )
  print(`readyz ${ready}`)
  print(`call ${call}`)
  if (call === 'ECONNREFUSED') break
  await delay(20)
}

function readCode(error: Error): string {
  return String((error.cause as NodeJS.ErrnoException | undefined)?.code ?? error)
}
