/**
 * Explains why an OAuth provider rejected a request: the checks in their order. RFC 6749 section 5.2 defines the
 * error codes; the event of the provider has the details.
 */
import type { Catalog, ProviderSettings } from '../../config/types/index.ts'
import { addCheckOutcomes, type Explanation, type PendingCheck } from '../../lib/access/explanation.ts'
import type { RequestRejectedEvent } from '../events/index.ts'

/** A rejected request to a provider. Members that are absent are unknown. */
export type RejectedProviderRequest = Pick<
  RequestRejectedEvent,
  'method' | 'path' | 'status' | 'error' | 'reason'
> &
  Partial<RequestRejectedEvent> & { requestId: string }

interface Stage {
  check: string
  errors: readonly string[]
  /** Whether a request with one of the errors failed this check; when absent, each of them did. */
  failed?(request: RejectedProviderRequest): boolean
  facts(
    request: RejectedProviderRequest,
    provider: ProviderSettings,
    catalog: Catalog,
  ): Omit<PendingCheck, 'check'>
}

const stages: readonly Stage[] = [
  {
    check: 'the request is well-formed',
    errors: ['invalid_request', 'unsupported_token_type'],
    facts: ({ method, path }) => ({ seen: `${method} ${path}` }),
  },
  {
    check: 'nobody concerned was wrong too often',
    errors: ['slow_down'],
    facts: (_, { failedAttempts: { user, client, address }, place }) => ({
      wanted: `fewer failed attempts: ${user.count} of a user, ${client.count} of a client, ${address.count} of an address within their windows`,
      place: textOf(place),
    }),
  },
  {
    check: 'the client is who it says, and let in',
    errors: ['invalid_client'],
    facts: ({ clientId, claimedClientId }, { name, place }, { applications }) => {
      const named = clientId ?? claimedClientId
      const application = applications.find(({ credentials }) =>
        credentials.some((each) => each.clientId === named),
      )
      return {
        ...(named && { seen: named }),
        wanted: `a registered client id with its secret, of an enabled application that is subscribed to an API which ${name} protects`,
        place: textOf(application?.place ?? place),
      }
    },
  },
  {
    check: 'the client may use the grant',
    errors: ['unauthorized_client', 'unsupported_grant_type'],
    facts: (_, { grants, clientTypes, place }) => ({
      wanted: `a grant of the provider (${[...grants].join(', ')}) that the application has, too; a client that is ${[...clientTypes].join(' or ')}`,
      place: textOf(place),
    }),
  },
  {
    check: 'the scopes are those of the provider',
    errors: ['invalid_scope'],
    failed: ({ place }) => place === undefined,
    facts: (_, { scopes, place }) => ({ wanted: [...scopes.keys()].join(' '), place: textOf(place) }),
  },
  {
    check: 'the scopes are within the token ceilings of application, plan, user registry and user',
    errors: ['invalid_scope'],
    facts: ({ place }) => ({
      wanted: 'scopes that every one of them allows',
      ...(place !== undefined && { place }),
    }),
  },
  {
    check: 'the user, the code or the refresh token is good',
    errors: ['invalid_grant', 'access_denied'],
    facts: (_, { registry, place }) => ({
      wanted: registry
        ? `a user that ${registry} knows, or what was issued before`
        : 'what was issued before',
      place: textOf(place),
    }),
  },
  {
    check: 'everybody who had to be asked answered',
    errors: ['temporarily_unavailable', 'server_error'],
    facts: (_, { place }) => ({ place: textOf(place) }),
  },
]

/**
 * Builds the explanation of a rejected request. `at` is the time of the rejection in milliseconds since the
 * epoch.
 */
export function explainProviderRejection(
  request: RejectedProviderRequest,
  at: number,
  provider: ProviderSettings,
  catalog: Catalog,
): Explanation {
  const { requestId, method, path, status, error, reason, claimedClientId } = request
  const found = stages.findIndex((each) => each.errors.includes(error) && (each.failed?.(request) ?? true))
  const failed = found < 0 ? stages.length - 1 : found
  const facts = stages.map((stage, index) => ({
    check: stage.check,
    ...stage.facts(request, provider, catalog),
    ...(index === failed && {
      seen: claimedClientId === undefined ? reason : `${claimedClientId}: ${reason}`,
    }),
  }))
  const application = catalog.applications.find(({ credentials }) =>
    credentials.some(({ clientId }) => clientId === request.clientId),
  )?.name
  const whose = { catalog: catalog.path, application, remote: request.remote }
  return {
    requestId,
    at,
    method,
    path,
    status,
    reason: error,
    ...whose,
    checks: addCheckOutcomes(facts, failed),
  }
}

function textOf({ file, line }: { file: string; line: number }): string {
  return `${file}:${line}`
}
