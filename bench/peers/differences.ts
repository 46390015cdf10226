/**
 * What a peer does otherwise than Sluice, by the name of the peer. Every ratio stands beside it, because no peer does
 * exactly the same work.
 */

/** What Sluice does for a protected call and its peers do not. */
const extra = 'no log line, metrics, plan limit or subscription'

export const differences: Readonly<Record<string, string>> = {
  'bare node:http + undici': `checks nothing; ${extra}`,
  'bare node:http + undici, crypto.verify': `checks signature, time and scope; ${extra}`,
  'HAProxy, jwt_verify': `verifies every token, where Sluice caches; does not check its time; ${extra}`,
  'HAProxy, token cache': `keeps the hash of a token while it is used, and does not check its time; ${extra}`,
  'nginx + Lua, token cache': `no check of the head beyond its own, no base path or operation; ${extra}`,
  'Apache, mod_oauth2': `${extra}; threads instead of an event loop`,
  '@fastify/http-proxy, same check': `a cache without a bound; ${extra}`,
  'express-gateway, jwt policy': `verifies every token, where Sluice caches; checks no scope; a new connection to the backend for each call; ${extra}`,
  'nginx, no check': `checks nothing; ${extra}`,
  'bare oidc-provider, in memory':
    'keeps tokens in memory, where Sluice commits them to disk before the response; secret of the client in plain text; no log line, metrics or lock-out. It also saves a grant',
  'bare oidc-provider, opaque tokens in memory':
    'finds the token in memory, where Sluice verifies a signed one and caches it; secret of the client in plain text; no log line, metrics or lock-out',
  'bare node:https, nothing kept': 'stores nothing; no user, authority, log or metrics',
  'RabbitMQ, HTTP API, durable':
    'plain HTTP where Sluice has HTTPS; the body is JSON; the response does not wait for the disk',
  'RabbitMQ, HTTP API, quorum queue':
    'plain HTTP where Sluice has HTTPS; the body is JSON; its own log of messages where Sluice has PostgreSQL',
  'webdis + Redis, AOF every second':
    'plain HTTP where Sluice has HTTPS; no user or authority; the response is up to a second ahead of the disk',
  'webdis + Redis, AOF with each command':
    'plain HTTP where Sluice has HTTPS; no user or authority; the lists are in memory, where Sluice reads them from disk',
  'RabbitMQ, AMQP 1.0 plugin, durable':
    'a classic queue, which settles a put after its own batch of writes; no authority per queue',
  'express-gateway, start': 'one gateway; Sluice starts two servers, a customer API and a queue manager',
  'express-gateway, memory': 'one process; Sluice counts all processes of the sandbox',
  'express-gateway, install without what only development needs': 'no provider, portal, queue managers or console',
}
