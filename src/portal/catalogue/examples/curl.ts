/** Renders an example request as a curl command for a POSIX shell. */
import type { ExampleRequest } from './example-request.ts'

export function renderCurlExample({ method, url, headers, basic, body }: ExampleRequest): string {
  const parts = [
    `curl ${findMethodOption(method, body)}${quote(url)}`,
    ...(basic ? [`-u ${quote('USER:PASSWORD')}`] : []),
    ...headers.map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data ${quote(body)}`]),
  ]
  return parts.join(' \\\n  ')
}

/** `-X HEAD` would wait for a body. */
function findMethodOption(method: string, body: string | undefined): string {
  if (method === 'HEAD') return '--head '
  return method === 'GET' && body === undefined ? '' : `-X ${method} `
}

/** Quotes a text for the shell. Inside single quotes only the quote itself has a meaning. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
