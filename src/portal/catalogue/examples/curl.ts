/** A call for a POSIX shell. */
import type { ExampleRequest } from './example-request.ts'

export function renderCurlExample({ method, url, headers, basic, body }: ExampleRequest): string {
  const parts = [
    method === 'GET' && body === undefined ? `curl ${quote(url)}` : `curl -X ${method} ${quote(url)}`,
    ...(basic ? [`-u ${quote('USER:PASSWORD')}`] : []),
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quote(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

/** In single quotes nothing means anything, but for the quote itself. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
