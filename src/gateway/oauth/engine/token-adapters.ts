/**
 * How oidc-provider finds and stores what tokens consist of: refresh tokens with the consent that they continue, access
 * tokens that nothing stores, codes, and grants.
 *
 * The chain of a consent is the id of its grant. While a refresh token exists, its record holds the grant as well.
 */
import type { Adapter, AdapterPayload } from 'oidc-provider'
import { findCurrentRequest, findCurrentWork } from '../request/current-request.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import type { RequestState } from '../request/request-state.ts'
import type { Consent } from '../state/consent.ts'
import { handleReuse, type ReusedToken } from '../state/single-use.ts'
import { addRefreshToken } from '../state/token-work.ts'
import { toLibrarySeconds, toPastLibrarySeconds, toStoreSeconds } from './library-time.ts'

/** Returns the adapter of refresh tokens. */
export function buildRefreshTokenAdapter(base: Adapter, parts: ProviderParts): Adapter {
  const { refreshTokens, revocations, admitClient, clock } = parts
  return {
    ...base,
    async upsert(id, payload, expiresIn = 0) {
      const work = findCurrentWork()
      if (!work?.consent) throw new Error('a refresh token was issued without a consent')
      const { rotations = 0 } = payload as { rotations?: number }
      const consent = { ...work.consent, refreshes: rotations, details: detailsOf(payload) }
      addRefreshToken(work, { token: id, consent, lifetimeSeconds: expiresIn }, refreshTokens)
    },

    async find(id) {
      const kept = await refreshTokens.find(id)
      if (!kept) return undefined
      const { consent, expiresAt, spentForMs } = kept
      const state = findCurrentRequest()
      if (state?.work) {
        if (spentForMs !== undefined) await refuseReuse({ ...consent, what: 'refresh_token', spentForMs }, state, parts)
        state.work.consent = consent
        state.work.since = consent.startedAt
        state.work.refreshExpiresAt = expiresAt
      } else if ('error' in admitClient(consent.clientId) || (await revocations.isConsentRevoked(consent)))
        return undefined
      if (state) state.consent = consent
      return renderRefreshToken(id, consent, parts.audience, {
        exp: toLibrarySeconds(expiresAt, clock),
        consumed: spentForMs === undefined ? undefined : 1,
      })
    },

    async consume(id) {
      const work = findCurrentWork()
      if (work) work.spend = { what: 'refresh_token', run: () => refreshTokens.spend(id) }
    },

    async destroy() {}, // the adapter of grants ends the chain
  }
}

/** Returns the adapter of authorization codes. */
export function buildCodeAdapter(base: Adapter, parts: ProviderParts): Adapter {
  return {
    ...base,
    async find(id) {
      const code = await base.find(id)
      const state = findCurrentRequest()
      if (!code || !state?.work) return code || undefined
      const { grantId: chain = '', accountId: subject = '', clientId = '', consumedAt } = code as CodeRecord
      if (consumedAt !== undefined) {
        const spentForMs = parts.clock() - consumedAt
        await refuseReuse({ chain, subject, clientId, what: 'code', spentForMs }, state, parts)
      }
      state.work.since = code.iat === undefined ? undefined : toStoreSeconds(code.iat, parts.clock)
      return { ...code, resource: code.resource ?? parts.audience }
    },
  }
}

type CodeRecord = AdapterPayload & { consumedAt?: number }

/** Returns the adapter of grants. `destroy` revokes the whole chain. */
export function buildGrantAdapter(base: Adapter, parts: ProviderParts): Adapter {
  const { approvals, revocations } = parts
  return {
    ...base,
    async find(id) {
      const state = findCurrentRequest()
      if (state?.consent?.chain === id) return renderGrant(state.consent, parts)
      const grant = await base.find(id)
      const { work } = state ?? {}
      if (!grant || !work) return grant || undefined
      const approval = await approvals.findApproval(id)
      if (!approval) return undefined
      const isOpenid = parts.settings.openidConnect.enabled
      work.since ??= grant.iat === undefined ? undefined : toStoreSeconds(grant.iat, parts.clock)
      work.metadata = approval.payload ?? undefined
      work.consent = {
        chain: id,
        subject: approval.subject,
        clientId: grant.clientId as string,
        scopes: approval.scopes,
        grant: state?.grant === 'authorization_code' ? 'authorization_code' : 'device_code',
        startedAt: work.now,
        refreshes: 0,
        metadata: approval.metadata ?? undefined,
        ceiling: approval.ceiling ?? undefined,
        claims: approval.claims,
        authTime: isOpenid ? approval.signedInAt : undefined,
        acr: isOpenid ? (approval.acr ?? undefined) : undefined,
      }
      return grant
    },
    destroy: (id) => revocations.endChain(id),
  }
}

/** Returns the adapter of access tokens: signed texts, of which a request has verified one. */
export function buildAccessTokenAdapter(base: Adapter, { revocations, clock }: ProviderParts): Adapter {
  return {
    ...base,
    async find(id) {
      const token = findCurrentRequest()?.presented
      const isPresented = token?.id === id || findCurrentRequest()?.presentedText === id
      if (!token || !isPresented) return undefined
      const { clientId, subject: accountId, scopes, expiresAt, issuedAt: iat, binding } = token
      const grantId = findCurrentRequest()?.consent?.chain
      return {
        kind: 'AccessToken',
        jti: id,
        clientId,
        accountId,
        scope: [...scopes].join(' '),
        iat,
        exp: toLibrarySeconds(expiresAt * 1000, clock),
        grantId,
        ...binding,
      }
    },
    async destroy(id) {
      const token = findCurrentRequest()?.presented
      if (token?.id === id) await revocations.revokeToken(id, token.expiresAt * 1000)
    },
  }
}

/** Throws `invalid_grant` for a used token of the client. The token of another client is left to oidc-provider. */
async function refuseReuse(
  token: Omit<ReusedToken, 'requestId'>,
  { credentials, requestId }: RequestState,
  parts: ProviderParts,
) {
  if (credentials?.id === token.clientId) throw await handleReuse({ ...token, requestId }, parts)
}

const ofConsent = new Set([
  'accountId',
  'clientId',
  'grantId',
  'gty',
  'scope',
  'iat',
  'exp',
  'jti',
  'kind',
  'rotations',
  'consumed',
])

function detailsOf(payload: AdapterPayload): Partial<AdapterPayload> {
  const details: Partial<AdapterPayload> = {}
  for (const name in payload) if (!ofConsent.has(name)) details[name] = payload[name]
  return details
}

function renderRefreshToken(
  jti: string,
  { chain, clientId, subject, scopes, grant, startedAt, refreshes, details }: Consent,
  audience: string,
  life: { exp: number; consumed?: number | undefined },
): AdapterPayload {
  const payload = {
    iiat: startedAt,
    resource: audience,
    ...details,
    kind: 'RefreshToken',
    jti,
    clientId,
    accountId: subject,
    grantId: chain,
    gty: grant,
    scope: scopes.join(' '),
    rotations: refreshes,
    iat: startedAt,
    ...life,
  }
  return payload
}

function renderGrant(consent: Consent, { audience, clock }: ProviderParts): AdapterPayload {
  const { chain, clientId, subject, scopes, startedAt, details } = consent
  const scope = scopes.join(' ')
  const all = [(details?.resource as string | string[] | undefined) ?? audience].flat()
  const granted = { openid: { scope }, resources: Object.fromEntries(all.map((each) => [each, scope])) }
  return {
    kind: 'Grant',
    jti: chain,
    clientId,
    accountId: subject,
    iat: toPastLibrarySeconds(startedAt * 1000, clock),
    ...granted,
  } as AdapterPayload
}
