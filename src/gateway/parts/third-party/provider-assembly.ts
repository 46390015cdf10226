/** Runs the assemblies of OAuth providers: the steps that documents add before a token is issued. */
import { createRequestId } from '../../../shared/lib/headers/call-ids.ts'
import type { Api, Catalog, Config, ProviderSettings } from '../../config/types/index.ts'
import {
  type AllowedToken,
  type DecideForProvider,
  type RejectedToken,
  type TokenDecisionRequest,
  unchangedToken,
} from '../../contract/access/token-decision.ts'
import { publish } from '../../data-plane/build.ts'
import { Call } from '../../data-plane/call/call.ts'
import type { GatewayDeps } from '../../data-plane/call/deps.ts'
import type { PublishedApi } from '../../data-plane/call/endpoint.ts'
import { openProblemCollector } from '../../data-plane/errors/document-error.ts'
import { activateCatch } from '../../data-plane/execution/recovery.ts'
import { runSteps } from '../../data-plane/execution/run.ts'
import type { SharedParts } from '../../data-plane/policy/policy.ts'
import { CollectedResponse } from '../../lib/http/internal-exchange.ts'

const maxErrorBytes = 64 * 1024
const prefix = 'oauth.processing.'

/** Throws a `GatewayBuildError` with every problem of the assemblies. */
export function buildProviderAssemblies(config: Config, shared: SharedParts): DecideForProvider {
  const { deps } = shared
  const problems = openProblemCollector()
  const known = new Map<string, PublishedApi>()
  for (const catalog of config.catalogs) {
    for (const settings of catalog.providers.values()) {
      const api = buildApi(settings)
      if (!api) continue
      const published = publish(api, { ...shared, catalog })
      if (!deps.isChecked) problems.try(published.resources)
      known.set(`${catalog.path} ${settings.name}`, published)
    }
  }
  problems.throwIfAny()

  return async function decideForProvider(catalogPath, provider, request) {
    const published = known.get(`${catalogPath} ${provider}`)
    return published ? decide(published, deps, request) : unchangedToken
  }
}

/** Returns the assembly as that of an API with one operation, the token endpoint. */
function buildApi({
  assembly,
  name,
  title,
  basePath,
  tokenPath,
  isStrict,
  location,
}: ProviderSettings): Api | undefined {
  if (!assembly) return undefined
  const { properties, execute, catch: clauses, finally: last } = assembly
  return {
    name,
    version: '1.0.0',
    title,
    reference: `${name}:1.0.0`,
    basePath,
    enforced: true,
    properties,
    definitions: new Map(),
    operations: [{ id: 'token', method: 'POST', path: tokenPath, security: [], location }],
    assembly: { execute, catch: clauses, finally: last },
    toleratesUndefinedValues: !isStrict ? (true as const) : undefined,
    cors: false,
    location,
  }
}

function decide(
  published: PublishedApi,
  deps: GatewayDeps,
  request: TokenDecisionRequest,
): Promise<AllowedToken | RejectedToken> {
  const { api, catalog } = published
  const [operation] = api.operations
  const segments = operation?.path.split('/').slice(1) ?? []
  const endpoint = published.resources().find(segments)?.value.methods.get('POST')
  if (!endpoint) throw new Error(`the provider ${api.name} has no token endpoint`)
  const response = new CollectedResponse(maxErrorBytes)
  const call = buildCall(published, catalog, deps, request, response)
  call.route.endpoint = endpoint
  const { clauses = [], finally: last = [] } = endpoint.errorHandling ?? {}

  return new Promise((resolve) => {
    function finish(): undefined {
      call.progress.isOver = true
      resolve(renderDecision(call, request))
    }
    // A clause that fails ends the call with a response.
    response.once('close', () => resolve(reject(call, 500, 'RuntimeError', 'The request could not be processed')))
    call.progress.enter([finish])
    activateCatch(call, { clauses: [...clauses, { errors: [], steps: [] }], finally: last })
    call.progress.enter(endpoint.policies)
    runSteps(call)
  })
}

function buildCall(
  published: PublishedApi,
  { path, ...catalog }: Catalog,
  deps: GatewayDeps,
  { request, requestId, clientId, subject, grant, scopes, parameters }: TokenDecisionRequest,
  response: CollectedResponse,
): Call {
  const call = new Call(deps, request, response, requestId ?? createRequestId(), deps.clock())
  const form = String(new URLSearchParams(parameters))
  call.route.api = { ...published, catalog: { ...catalog, path } }
  call.target.path = published.prefix + (published.api.operations[0]?.path ?? '')
  call.target.search = `?${form}`
  call.head = { ...call.head, authorization: request.headers.authorization }
  call.caller.client = deps.consumers(path).find(clientId)
  call.caller.user = subject
  call.message.headers = ['Content-Type', 'application/x-www-form-urlencoded']
  call.message.payload = Buffer.from(form)
  const known = { client_id: clientId, grant_type: grant, scope: scopes.join(' '), resource_owner: subject }
  for (const [name, value] of Object.entries(known)) call.message.setVariable(prefix + name, value)
  return call
}

function renderDecision(call: Call, { scopes }: TokenDecisionRequest): AllowedToken | RejectedToken {
  const { caughtError } = call.progress
  const { status } = call.message
  const text = (name: string) => {
    const value = call.message.variables?.get(name)
    return value === undefined || value === null || value === '' ? undefined : String(value)
  }
  if (caughtError && status >= 400)
    return reject(call, status, caughtError.catchName, text('oauth.custom_error.description') ?? caughtError.text)
  const changed = text(`${prefix}scope`)
  return {
    scopes: changed === scopes.join(' ') ? undefined : changed,
    metadata: text(`${prefix}metadata.payload`),
    accessTokenMetadata: text(`${prefix}metadata.access_token`),
  }
}

function reject({ outcome, progress }: Call, status: number, name: string, text: string): RejectedToken {
  const location = progress.caughtError?.location
  return {
    rejection: {
      status,
      name,
      text,
      detail: outcome.detail,
      location: location && `${location.file}:${location.line}`,
    },
  }
}
