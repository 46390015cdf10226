/**
 * One native OAuth provider of one catalog: opens its parts, hands each what it needs, and serves its endpoints.
 */
import Koa from 'koa'

import type { ProviderSettings } from '../config/types/index.ts'
import type { AccessToken } from '../lib/access/access-token.ts'
import { type Allowances, openAttemptLimits } from '../security/index.ts'
import { approvalLife, openApprovals } from './authorize/approvals.ts'
import { buildCeilings, type Ceiling } from './ceilings.ts'
import { edge } from './endpoints/error-boundary.ts'
import { endpointsOf, offersIssued, pagePath } from './endpoints/index.ts'
import { serve } from './endpoints/routes.ts'
import { buildEngine } from './engine.ts'
import { grantsOf } from './grants/index.ts'
import { buildAttempt } from './request/attempt.ts'
import { buildAdmitClient, buildAuthenticateClient } from './request/client.ts'
import { buildSignIn } from './request/sign-in.ts'
import type { News } from './state/change-events.ts'
import { openFeed } from './state/change-poller.ts'
import { noConsents, openConsents } from './state/consents.ts'
import { openKeyRing } from './state/keys.ts'
import { openRefreshTokens } from './state/refresh-tokens.ts'
import { openRevocations } from './state/revocations.ts'
import { sharedSecret } from './state/secrets.ts'
import { kindsOf } from './state/storage-keys.ts'
import { buildAnswer } from './tokens/answer.ts'
import { buildVerify } from './tokens/verify.ts'
import type { OauthProvider, OpenProviderOptions } from './types.ts'

export async function openProvider(options: OpenProviderOptions): Promise<OauthProvider> {
  const { catalog, settings, baseUrl, store, registry, consumers, clock, announce } = options
  const events = options.events ?? (() => {})
  const path = `${catalog.path}${settings.basePath}`
  const wellKnownPath = `/.well-known/oauth-authorization-server${path}`
  const issuer = `${baseUrl}${path}`
  const audience = `${baseUrl}${catalog.path}`
  const log = options.log.child({ provider: path })
  const kinds = kindsOf(path)

  // 1. what outlives a call
  const keys = await openKeyRing(store, kinds.keys, clock)
  const lives = {
    accessToken: settings.accessToken.ttl * 1000,
    refreshToken: settings.refreshToken.ttl * 1000,
    approval: approvalLife * 1000,
  }
  const publish = (news: News): Promise<void> => feed.publish(news)
  const revocations = await openRevocations({ store, kinds, clock, log, lives, publish })
  const feed = openFeed({ store, kind: kinds.news, clock, log, announce, onNews, onGap: reload })
  const refreshTokens = openRefreshTokens(store, kinds, clock)
  const allowances = allowancesOf(settings)
  const attempts = openAttemptLimits({ store, kind: kinds.attempts, clock, log, allowances })
  const approvals = openApprovals(store, kinds, clock)
  const consents = offersIssued(settings) ? openConsents(store, kinds) : noConsents

  // 2. what issues and verifies
  const verify = buildVerify({ issuer, audience, keys, revocations, consumers, clock })
  const answer = buildAnswer({ issuer, audience, settings, keys, refreshTokens, consents, clock })
  const grants = grantsOf(settings)
  const ceilings = buildCeilings({ catalog, settings, registry })
  const admitClient = buildAdmitClient(consumers, catalog, settings)
  const attempt = buildAttempt(attempts, clock)
  const authenticateClient = buildAuthenticateClient(admitClient, consumers, attempt)
  const signIn = registry && buildSignIn(registry, attempt)
  const cookieKeys = [await sharedSecret(store, kinds.secrets, 'cookies')]
  const engine = buildEngine({
    ...{ path, issuer, pagePath, settings, signIn, store, kinds, clock, log, events },
    ...{ keys, refreshTokens, revocations, approvals, ceilings, answer, grants },
    ...{ admitClient, cookieKeys },
  })

  // 3. what answers
  const routes = endpointsOf({
    ...{ path, wellKnownPath, issuer, audience, settings, grants, engine, authenticateClient },
    ...{ signIn, consumers, keys, verify, refreshTokens, revocations, consents, approvals, ceilings, clock },
  })
  const app = new Koa({ keys: cookieKeys, proxy: true })
  app.silent = true // errors are told by the edge; what breaks after it is a caller that went away
  app.use(edge({ issuer, settings, log, events }))
  app.use(serve(routes))

  return {
    path,
    wellKnownPath,
    issuer,
    handle: app.callback(),
    verify,
    ceilingsOf,
    hear: feed.hear,
    async close() {
      feed.close()
    },
  }

  async function ceilingsOf({ clientId, subject, grant }: AccessToken): Promise<readonly Ceiling[]> {
    const client = consumers.find(clientId)
    const ofClient = client ? ceilings.ofClient(client) : []
    if (grant === 'client_credentials') return ofClient
    // A registry that cannot be asked must not keep a token from being inspected.
    const ofUser = await ceilings.ofUserNow(subject, undefined).catch(() => [])
    return [...ofClient, ...ofUser]
  }

  async function onNews(news: News): Promise<void> {
    if ('revoked' in news) revocations.take(news.revoked, news.until)
    if ('keys' in news) await keys.reload()
  }

  async function reload(): Promise<void> {
    await Promise.all([keys.reload(), revocations.reload()])
  }
}

function allowancesOf({ failedAttempts }: ProviderSettings): Allowances {
  const { user, client, address } = failedAttempts
  const allowance = ({ count, window }: { count: number; window: number }) => ({
    failures: count,
    windowMs: window * 1000,
  })
  return { user: allowance(user), client: allowance(client), address: allowance(address) }
}
