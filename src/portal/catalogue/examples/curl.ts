/** A call for a POSIX shell. */
import type { ExampleRequest } from './examples.ts'

export function curl({ method, url, headers, basic, body }: ExampleRequest): string {
  const parts = [
    method === 'GET' && body === undefined ? `curl ${quoted(url)}` : `curl -X ${method} ${quoted(url)}`,
    ...(basic ? [`-u ${quoted('USER:PASSWORD')}`] : []),
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quoted(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

/** In single quotes nothing means anything, but for the quote itself. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
