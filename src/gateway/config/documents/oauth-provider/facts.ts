/** Lists the facts of native OAuth providers. */
import { renderTokenCeiling } from '../../../../shared/access/token-ceiling.ts'
import {
  type ConfigFact,
  computeDigest,
  renderValues,
  renderYesNo,
  withoutLocations,
} from '../../document-set/config-fact.ts'
import type { ExchangeRule, ProviderSettings, RegistrationSettings, SigningKeySource } from '../../types/index.ts'

export function* listProviderFacts(provider: ProviderSettings): Iterable<ConfigFact> {
  const { accessToken, keyRotation, refreshToken, pkce, introspection, revocation, failedAttempts } = provider
  yield* [
    ['title', provider.title],
    ['base path', provider.basePath],
    ['authorize path', provider.authorizePath],
    ['token path', provider.tokenPath],
    ['grants', renderValues(provider.grants)],
    ['assembly', provider.assembly ? computeDigest(withoutLocations(provider.assembly)) : 'none'],
    ['clients', renderValues(provider.clientTypes)],
    ['default scopes', renderValues(provider.defaultScopes)],
    ['access tokens', accessToken.format === 'opaque' ? 'references' : 'JSON Web Tokens'],
    ['access token lifetime', `${accessToken.ttl} seconds`],
    ['key rotation', keyRotation.afterDays === 0 ? 'never' : `after ${keyRotation.afterDays} days`],
    ['a new key is published', `${keyRotation.leadSeconds ?? 2} seconds before it signs`],
    ['refresh tokens', refreshToken.enabled ? 'on' : 'off'],
    ['refresh token lifetime', `${refreshToken.ttl} seconds`],
    ['refreshes', String(refreshToken.count)],
    ['refresh token used once', renderYesNo(refreshToken.oneTimeUse)],
    ['consent lasts', provider.maximumConsent === 0 ? 'without end' : `${provider.maximumConsent} seconds`],
    [
      'PKCE',
      pkce.enabled ? `${pkce.required ? 'required' : 'possible'}${pkce.allowPlain ? ', plain too' : ''}` : 'off',
    ],
    ['OpenID Connect', provider.openidConnect.enabled ? 'on' : 'off'],
    ['claims', renderValues([...provider.openidConnect.claims].map(([claim, from]) => `${claim} from ${from}`))],
    ['authentication context classes', renderValues(provider.openidConnect.acrValues)],
    ['subjects', provider.openidConnect.isPairwise ? 'one for each client' : 'the names of the registry'],
    ['authorization details', renderValues(provider.authorizationDetails?.keys() ?? [])],
    ['registration', provider.registration ? renderRegistration(provider.registration) : 'off'],
    ['security profile', provider.isFapi ? 'FAPI 2.0' : 'none'],
    ['sessions', provider.sessions.ttl === 0 ? 'off' : `${provider.sessions.ttl} seconds`],
    ['device authorization', provider.deviceAuthorization.enabled ? 'on' : 'off'],
    ['pushed authorization', renderSwitch(provider.pushedAuthorization)],
    ['issuers of assertions', renderValues(provider.jwtBearer.map(({ issuer }) => issuer))],
    ...provider.tokenExchange.map((rule, index): [string, string] => [`token exchange ${index + 1}`, renderRule(rule)]),
    ['request objects', renderSwitch(provider.requestObjects)],
    ['DPoP', renderSwitch(provider.dpop)],
    ['DPoP nonce', provider.dpop.nonce ? 'required' : 'possible'],
    ['certificate-bound tokens', renderSwitch(provider.certificateBinding)],
    ['introspection', introspection.enabled ? `at ${introspection.path}` : 'off'],
    ['introspection of all tokens', renderValues(introspection.applications)],
    ...Object.entries(failedAttempts).map(([who, { count, window }]): [string, string] => [
      `failed attempts of one ${who}`,
      count === 0 ? 'not counted' : `${count} within ${window} seconds`,
    ]),
    ['revocation', revocation.enabled ? 'on' : 'off'],
    ['revocation by applications', revocation.application.enabled ? `at ${revocation.application.path}` : 'off'],
    ['revocation by owners', revocation.owner.enabled ? `at ${revocation.owner.path}` : 'off'],
    ['user registry', provider.registry ?? 'none'],
    ['signing keys', describeSigningKeySource(provider.signingKeys)],
    ['answers', provider.compat],
    ['debug headers', provider.debug ? 'on' : 'off'],
    ['gateway version', provider.gatewayVersion],
  ] satisfies ConfigFact[]
  for (const [scope, description] of provider.scopes) yield [`scope ${scope}`, description]
}

function renderSwitch({ enabled, required }: { enabled: boolean; required: boolean }): string {
  if (!enabled) return 'off'
  return required ? 'required' : 'possible'
}

function describeSigningKeySource(source: SigningKeySource): string {
  switch (source.kind) {
    case 'store':
      return 'in the store'
    case 'file':
      return `in ${source.path}`
    case 'environment':
      return `in the environment variable ${source.variable}`
    case 'signer':
      return `at the signer ${source.url}, within ${source.timeoutMs / 1_000} seconds`
  }
}

function renderRegistration(registration: RegistrationSettings): string {
  const {
    product,
    plan,
    maxApplications,
    initialAccessToken: token,
    metadataDocuments: documents,
    allowed,
  } = registration
  const hosts = documents && (documents.hosts.size > 0 ? renderValues(documents.hosts) : 'all hosts')
  return [
    `${product}/${plan}, at most ${maxApplications} applications`,
    `grants ${renderValues(allowed.grants)}, ${renderTokenCeiling(allowed.tokenCeiling)}`,
    ...(allowed.details ? [`authorization details ${renderValues(allowed.details)}`] : []),
    ...(token === undefined ? [] : [`token ${computeDigest(token)}`]),
    ...(hosts ? [`metadata documents of ${hosts}${documents?.allowsPrivateAddresses ? ', private too' : ''}`] : []),
  ].join(', ')
}

function renderRule({ clients, from, scopes, apis }: ExchangeRule): string {
  const limits = [
    from && `tokens of ${renderValues(from)}`,
    scopes && `scopes ${renderValues(scopes)}`,
    apis && `for ${renderValues(apis)}`,
  ]
  return [renderValues(clients), ...limits.filter((each) => each !== undefined)].join(', ')
}
