/**
 * The security definition type `oauth2`: a bearer token of a provider of the catalog.
 *
 * RFC 6750. A token is accepted only in the Authorization header (section 2.1).
 */
import { Type } from '../../../shared/lib/json-schema/type.ts'
import type { NativeProvider, ProviderSettings, SourceLocation, ThirdPartyProvider } from '../../config/types/index.ts'
import { findNativeProvider } from '../../config/types/index.ts'
import type { TokenVerificationResult } from '../../contract/access/access-token.ts'
import { readSignInDemands } from '../../contract/access/sign-in-demands.ts'
import type { CallStepResult } from '../call/call-progress.ts'
import { UndefinedValueError } from '../errors/document-error.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import {
  type BearerErrors,
  buildBearerErrors,
  type DpopToken,
  findMissingScope,
  hasTokenScheme,
  readBearerToken,
} from './bearer-token.ts'
import { buildClientSetter } from './one-application.ts'
import { findDemandedScopes, opensQueue } from './queue-access.ts'
import { listResourceUrls } from './resource-metadata.ts'
import type { SecuredCall, SecurityDefinitionChecks, SecurityDefinitionContext } from './security-type.ts'
import { defineSecurityType } from './security-type.ts'
import { demandSignIn } from './sign-in-demands.ts'
import { buildTokenPossession } from './token-possession.ts'

const settings = Type.Object({
  'x-ibm-oauth-provider': Type.Optional(
    Type.String({
      description: 'A provider that is enabled in the catalog, by name. Default: the one whose URLs the definition has',
    }),
  ),
  'x-ibm-oauth-catalog': Type.Optional(
    Type.String({
      description: 'The catalog that holds the provider, of the same organisation. Default: that of the API',
    }),
  ),
  'x-tokenIntrospect': Type.Optional(
    Type.Object({
      url: Type.String({ format: 'web-address', description: 'The introspection endpoint of a third party, RFC 7662' }),
      'tls-profile': Type.Optional(Type.String()),
    }),
  ),
  'x-scopeValidate': Type.Optional(Type.Null({ 'x-words': 'absent: no other service is asked for scopes' })),
  flow: Type.Optional(Type.Enum(['password', 'application', 'accessCode', 'implicit'])),
  tokenUrl: Type.Optional(Type.String()),
  authorizationUrl: Type.Optional(Type.String()),
  scopes: Type.Optional(Type.Record(Type.String(), Type.String())),
  'x-access-token-format': Type.Optional(
    Type.Enum(['jwt', 'opaque'], {
      description:
        'The format of tokens that clients request with the resource of the API, in place of that of the provider',
    }),
  ),
  'x-acr-values': Type.Optional(
    Type.Array(Type.String({ minLength: 1 }), {
      minItems: 1,
      description: 'The authentication context classes of which the sign-in of the owner must have reached one',
    }),
  ),
  'x-max-age': Type.Optional(
    Type.Integer({ minimum: 0, description: 'The seconds that may have passed since the owner signed in' }),
  ),
})

export const oauth2Security = defineSecurityType({
  type: 'oauth2',
  settings,

  build(settings, context) {
    const introspection = settings['x-tokenIntrospect']
    if (introspection) return buildThirdPartyTokenChecks(introspectingProvider(introspection, context), context)
    const name = settings['x-ibm-oauth-provider'] ?? ''
    const native = findNativeProvider(context.catalog, name)
    if (native) return demandSignIn(buildNativeTokenChecks(native, context), readSignInDemands(settings), context)
    const thirdParty = context.catalog.thirdParties?.get(name)
    if (thirdParty) return buildThirdPartyTokenChecks(thirdParty, context)
    throw new UndefinedValueError(context.location, `the OAuth provider "${name}" is not enabled in the catalog`, {
      isAlreadyReported: true,
    })
  },
})

/** Returns the provider of a third party that a definition of version 5 describes by its introspection endpoint. */
function introspectingProvider(
  { url, 'tls-profile': profile }: { url: string; 'tls-profile'?: string | undefined },
  { location }: SecurityDefinitionContext,
): ThirdPartyProvider {
  return {
    name: url,
    title: url,
    grants: new Set(),
    scopes: new Map(),
    verification: { kind: 'introspection', endpoint: url, credentials: undefined, cache: 'no-cache', cacheSeconds: 0 },
    tlsProfile: profile || undefined,
    timeoutMs: 5_000,
    passesAuthorization: false,
    allowsUnregisteredClients: false,
    location,
  }
}

/** Checks a token of a native provider. The client id is taken from the verified token only. */
function buildNativeTokenChecks(
  { holder, provider }: NativeProvider,
  context: SecurityDefinitionContext,
): SecurityDefinitionChecks {
  const { deps, catalog, consumers } = context
  const verifyToken = deps.verifyToken(holder.path, provider.name)
  const errors = buildBearerErrors(context, provider.compat, provider.dpop.enabled)
  const possession = buildTokenPossession(context, errors, deps.proofNonces?.(holder.path, provider.name))
  const resources = listResourceUrls(deps.baseUrl ?? 'http://localhost', catalog, context.api)
  const setClient = buildClientSetter(context.location)
  const setDetail = buildDetailSetter(provider)

  function accept(call: SecuredCall, result: TokenVerificationResult, isProven = false): CallStepResult {
    if ('refused' in result) {
      setDetail(call, 'invalid_token', result.reason)
      if (result.refused === 'unavailable') return errors.unavailable
      return result.refused === 'client_id_missing' ? errors.clientIdMissing : errors.invalid
    }
    call.caller.token = result
    const isVerified = call.caller.outer?.token?.id === result.id
    if (result.binding !== undefined && !isProven && !isVerified) {
      const rejection = possession.checkBearer(call, result.binding)
      if (rejection) return rejection
    }
    if (result.resource !== undefined && !resources.includes(result.resource) && !isVerified) {
      setDetail(call, 'invalid_token', `the token is for ${result.resource}, the API is ${resources[0]}`)
      return errors.otherResource
    }
    const client = consumers.find(result.clientId)
    if (client) return setClient(call, client)
    call.caller.client = undefined
    setDetail(call, 'invalid_token', `the client "${result.clientId}" is not an application of ${catalog.path}`)
    return holder === catalog ? errors.clientIdMissing : errors.notRegistered
  }

  async function acceptDpop(call: SecuredCall, { text }: DpopToken): Promise<CallStepResult> {
    const result = await verifyToken(text)
    if ('refused' in result || call.caller.outer?.token?.id === result.id) return accept(call, result)
    call.caller.token = result
    return (await possession.checkDpop(call, text, result.binding)) ?? accept(call, result, true)
  }

  return {
    isAttempted: hasTokenScheme,
    notAttemptedError: errors.missing,

    identify(call) {
      const token = readBearerToken(call, errors)
      if (token instanceof GatewayError) return token
      call.caller.isAuthorizationConsumed = true
      const text = typeof token === 'string' ? token : token.text
      if (mayOutliveToken(call)) call.caller.checkToken = () => verifyToken(text)
      if (typeof token !== 'string') return acceptDpop(call, token)
      const result = verifyToken(token)
      return result instanceof Promise ? result.then((settled) => accept(call, settled)) : accept(call, result)
    },

    verify: buildScopeCheck(context, provider, errors, setDetail),
  }
}

/** Returns whether a call asks for a WebSocket or a stream of events, which may outlive the token. */
function mayOutliveToken({ upgrade, head }: SecuredCall): boolean {
  return upgrade !== undefined || head.accept?.includes('text/event-stream') === true
}

/** Returns the check of the scopes of a token, and of the token ceiling of the plan. */
function buildScopeCheck(
  context: SecurityDefinitionContext,
  { compat }: ProviderSettings,
  errors: BearerErrors,
  setDetail: ReturnType<typeof buildDetailSetter>,
) {
  const { scopes } = context
  return function checkScopes(call: SecuredCall): CallStepResult {
    const missing = findMissingScope(call, scopes)
    const excluded = missing === undefined ? findExcludedScope(call, scopes) : undefined
    if (missing === undefined && excluded === undefined) return undefined
    setDetail(call, 'access_denied', excluded?.detail ?? `the token lacks the scope "${missing}"`)
    return excluded
      ? buildBearerErrors({ ...context, location: excluded.location }, compat).insufficient
      : errors.insufficient
  }
}

/** Returns the function that records a rejection, and shows it for `APIm-Debug: true` if the provider allows. */
function buildDetailSetter({ debug }: ProviderSettings) {
  return function setDetail({ outcome, request, addedHeaders }: SecuredCall, error: string, detail: string): void {
    outcome.detail = detail
    if (!debug || request.headers['apim-debug'] !== 'true') return
    const description = detail.replace(/[^\x20-\x7e]/g, '?')
    addedHeaders.list.push('X-APIC-Debug-OAuth-Error', error, 'X-APIC-Debug-OAuth-Error-Desc', description)
  }
}

/** Returns why the plan's token ceiling excludes a scope, which another plan may have allowed; or undefined. */
function findExcludedScope(
  call: SecuredCall,
  scopes: readonly string[],
): { detail: string; location: SourceLocation } | undefined {
  const { product, plan } = call.caller.requireEntitlement() // the subscription is checked before the scopes
  if (!plan.tokenCeiling?.scopes) return undefined
  const { scopes: allowed, location } = plan.tokenCeiling
  const demanded = findDemandedScopes(call, scopes)
  const excluded = demanded.find((scope) => !allowed.includes(scope) && !opensQueue(call, allowed, scope))
  if (excluded === undefined) return undefined
  const detail = `the token ceiling of plan ${product.name}/${plan.name} does not allow the scope "${excluded}"`
  return { detail, location }
}

/**
 * Checks a bearer token that a third-party OAuth provider has issued. The call belongs to the application that is registered
 * under the client id of the token, unless an API key in the same requirement identifies an application first and the client id
 * of the token is not registered.
 */
function buildThirdPartyTokenChecks(
  provider: ThirdPartyProvider,
  context: SecurityDefinitionContext,
): SecurityDefinitionChecks {
  const { catalog, consumers, scopes, thirdPartyVerifiers } = context
  const verify = thirdPartyVerifiers.find(catalog, provider)
  const errors = buildBearerErrors(context, 'rfc')
  const setClient = buildClientSetter(context.location)
  const possession = buildTokenPossession(context, errors)

  return {
    isAttempted: hasTokenScheme,
    notAttemptedError: errors.missing,
    allowsUnknownClient: provider.allowsUnregisteredClients,

    async identify(call) {
      const read = readBearerToken(call, errors)
      if (read instanceof GatewayError) return read
      const isDpop = typeof read !== 'string'
      const token = isDpop ? read.text : read

      call.caller.isAuthorizationConsumed = !provider.passesAuthorization
      call.caller.passesAuthorization = provider.passesAuthorization
      const result = await verify(token)
      if ('unavailable' in result) {
        call.outcome.detail = `${result.unavailable} (provider "${provider.name}")`
        return errors.unavailable
      }
      if ('refused' in result) {
        call.outcome.detail = `${result.reason} (provider "${provider.name}")`
        return errors.invalid
      }
      call.caller.token = result
      const { binding } = result
      const bearer = !isDpop && binding ? possession.checkBearer(call, binding) : undefined
      const rejection = isDpop ? await possession.checkDpop(call, token, binding) : bearer
      if (rejection) return rejection
      const client = consumers.find(result.clientId)
      if (client) return setClient(call, client)
      if (call.caller.client || provider.allowsUnregisteredClients) return undefined
      call.outcome.detail = `the client "${result.clientId}" of the token is not an application of the catalog`
      return errors.notRegistered
    },

    verify(call) {
      const missing = findMissingScope(call, scopes)
      if (missing === undefined) return undefined
      call.outcome.detail = `the token lacks the scope "${missing}"`
      return errors.insufficient
    },
  }
}
