/** Renders an example request as a curl command for a POSIX shell. */
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

/** Quotes a text for the shell. Inside single quotes only the quote itself has a meaning. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
