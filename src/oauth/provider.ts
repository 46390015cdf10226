/**
 * One native OAuth provider of one catalog: opens its parts, hands each what it needs, and serves its endpoints.
 */
import Koa from 'koa'

import { edge } from './endpoints/edge.ts'
import { renderMetadata } from './endpoints/metadata.ts'
import { type Route, serve } from './endpoints/routes.ts'
import { buildTokenEndpoint } from './endpoints/token.ts'
import { buildEngine } from './engine.ts'
import { grantsOf } from './grants/index.ts'
import { buildAuthenticateClient } from './request/client.ts'
import { openFeed } from './state/feed.ts'
import { openKeyRing } from './state/keys.ts'
import { kindsOf } from './state/kinds.ts'
import { openRefreshTokens } from './state/refresh-tokens.ts'
import { openRevocations, type Revocations } from './state/revocations.ts'
import { buildAnswer } from './tokens/answer.ts'
import { buildVerify } from './tokens/verify.ts'
import type { OauthProvider, OpenProviderOptions } from './types.ts'

const jwksPath = '/oauth2/jwks'

export async function openProvider(options: OpenProviderOptions): Promise<OauthProvider> {
  const { catalog, settings, baseUrl, store, registry, consumers, clock, announce } = options
  const path = `${catalog.path}${settings.basePath}`
  const issuer = `${baseUrl}${path}`
  const audience = `${baseUrl}${catalog.path}`
  const log = options.log.child({ provider: path })
  const kinds = kindsOf(path)

  // 1. what outlives a call
  const keys = await openKeyRing(store, kinds.keys, clock)
  const feed = openFeed({ store, kind: kinds.news, clock, log, announce, onNews, onGap: reload })
  const lives = {
    accessToken: settings.accessToken.ttl * 1000,
    refreshToken: settings.refreshToken.ttl * 1000,
  }
  const revocations: Revocations = await openRevocations({
    store,
    kinds,
    clock,
    lives,
    publish: feed.publish,
  })
  const refreshTokens = openRefreshTokens(store, kinds, clock)

  // 2. what issues and verifies
  const verify = buildVerify({ issuer, audience, keys, revocations, consumers, clock })
  const answer = buildAnswer({ issuer, audience, settings, keys, refreshTokens, clock })
  const grants = grantsOf(settings)
  const engine = buildEngine({
    ...{ issuer, settings, registry, consumers, store, kinds, clock, log },
    ...{ keys, refreshTokens, revocations, answer, grants },
  })
  const authenticateClient = buildAuthenticateClient(consumers, catalog, settings)

  // 3. what answers
  const token = buildTokenEndpoint({ path, tokenPath: settings.tokenPath, engine, authenticateClient })
  const metadata = renderMetadata({ issuer, settings, grants, jwksPath })
  const wellKnownPath = `/.well-known/oauth-authorization-server${path}`
  const routes: Route[] = [
    ['POST', `${path}${settings.tokenPath}`, token, 'any origin'],
    ['GET', `${path}${jwksPath}`, showKeys, 'any origin'],
    ['GET', `${path}/.well-known/openid-configuration`, showMetadata, 'any origin'],
    ['GET', `${path}/.well-known/oauth-authorization-server`, showMetadata, 'any origin'],
    ['GET', wellKnownPath, showMetadata, 'any origin'],
  ]
  const app = new Koa()
  app.silent = true // errors are told by the edge, and what breaks after it is a caller that went away
  app.use(edge({ issuer, compat: settings.compat, log }))
  app.use(serve(routes))

  return {
    path,
    wellKnownPath,
    issuer,
    handle: app.callback(),
    verify,
    hear: feed.hear,
    async close() {
      feed.close()
    },
  }

  function showMetadata(ctx: Koa.Context): void {
    ctx.body = metadata
  }

  function showKeys(ctx: Koa.Context): void {
    ctx.body = { keys: keys.all().map(({ publicJwk }) => publicJwk) }
    ctx.type = 'application/jwk-set+json'
  }

  async function onNews(news: unknown): Promise<void> {
    const { revoked, until, keys: changed } = news as { revoked?: string; until?: number; keys?: true }
    if (revoked !== undefined && until !== undefined) revocations.take(revoked, until)
    if (changed) await keys.reload()
  }

  async function reload(): Promise<void> {
    await Promise.all([keys.reload(), revocations.reload()])
  }
}
