/**
 * Rejects requests to the management port that name an unknown host.
 *
 * A page in a browser can let its own name point at 127.0.0.1 and then read the responses of this port (DNS rebinding). It cannot
 * do so under an IP address or a name that its owner does not control.
 */
import { isIP } from 'node:net'
import type Koa from 'koa'

/** The status of a request that came to the wrong server: RFC 9110 section 15.5.20. */
const misdirected = 421

/** Lets requests pass whose `Host` is an IP address, `localhost` or one of `names`, or missing, as in no browser. */
export function requireKnownHost(names: readonly string[]): Koa.Middleware {
  const known = new Set(names.map((name) => name.toLowerCase()))

  return async function checkHost(ctx, next) {
    const found = ctx.req.headers.host
    if (found === undefined || found === '' || isKnownHost(found, known)) return next()
    ctx.status = misdirected
    ctx.body = {
      error: `Host: found ${JSON.stringify(found)}; accepted are IP addresses, localhost and the names in SLUICE_ADMIN_NAMES`,
    }
  }
}

function isKnownHost(host: string, known: ReadonlySet<string>): boolean {
  if (!URL.canParse(`http://${host}`)) return false
  const name = new URL(`http://${host}`).hostname.replace(/^\[|\]$|\.$/g, '')
  return isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || known.has(name)
}
