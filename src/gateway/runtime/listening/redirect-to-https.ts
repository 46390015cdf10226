/** Sends callers of plain HTTP to the same URL of HTTPS. */
import type { RequestListener } from 'node:http'

const host = /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

/** Returns the handler; `port` is that of HTTPS. 308 keeps method and body (RFC 9110 section 15.4.9). */
export function redirectToHttps(port: number): RequestListener {
  const suffix = port === 443 ? '' : `:${port}`
  return ({ headers, url = '/' }, response) => {
    const name = host.exec(headers.host ?? '')?.[1]
    if (name === undefined || !url.startsWith('/')) {
      response.writeHead(400, { 'Content-Length': 0 }).end()
      return
    }
    const body = 'This server speaks HTTPS only.\n'
    const headersOfBody = { 'Content-Type': 'text/plain', 'Content-Length': body.length }
    response.writeHead(308, { Location: `https://${name}${suffix}${url}`, ...headersOfBody }).end(body)
  }
}
