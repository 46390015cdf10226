/** Explains why an OAuth provider rejected a request, as checks in their order (RFC 6749 section 5.2). */
import { type Catalog, type ProviderSettings, renderLocation } from '../../config/types/index.ts'
import { addCheckOutcomes, type Explanation, type PendingCheck } from '../../contract/access/explanation.ts'
import type { RequestRejectedEvent } from '../events/index.ts'

/** A rejected request to a provider. Members that are absent are unknown. */
export type RejectedProviderRequest = Pick<RequestRejectedEvent, 'method' | 'path' | 'status' | 'error' | 'reason'> &
  Partial<RequestRejectedEvent> & { requestId: string }

interface Stage {
  check: string
  errors: readonly string[]
  /** Whether the check is one of the request; when absent, it is one of every request. */
  applies?(request: RejectedProviderRequest): boolean
  /** Whether a request with one of the errors failed this check; when absent, each of them did. */
  failed?(request: RejectedProviderRequest): boolean
  facts(request: RejectedProviderRequest, provider: ProviderSettings, catalog: Catalog): Omit<PendingCheck, 'check'>
}

const stages: readonly Stage[] = [
  {
    check: 'the request is well-formed',
    errors: [
      ...['invalid_request', 'unsupported_token_type', 'unsupported_response_type', 'unsupported_response_mode'],
      ...['invalid_request_object', 'invalid_request_uri', 'invalid_redirect_uri', 'invalid_target'],
      'invalid_authorization_details',
    ],
    facts: ({ method, path }) => ({ seen: `${method} ${path}` }),
  },
  {
    check: 'user, client and IP address are within the limits of failed attempts',
    errors: ['slow_down'],
    facts: (_, { failedAttempts: { user, client, address }, location }) => ({
      wanted: `fewer failed attempts than ${user.count} for a user in ${user.window} s, ${client.count} for a client in ${client.window} s, ${address.count} for an IP address in ${address.window} s`,
      place: renderLocation(location),
    }),
  },
  {
    check: 'the client is authenticated and may use the provider',
    errors: ['invalid_client'],
    facts: ({ clientId, claimedClientId }, { name, location }, { applications }) => {
      const named = clientId ?? claimedClientId
      const application = applications.find(({ credentials }) => credentials.some((each) => each.clientId === named))
      return {
        seen: named || undefined,
        wanted: `a registered client id with its secret, of an enabled application with a subscription to an API that ${name} protects`,
        place: renderLocation(application?.location ?? location),
      }
    },
  },
  {
    check: 'the client may use the grant',
    errors: ['unauthorized_client', 'unsupported_grant_type'],
    facts: (_, { grants, clientTypes, location }) => ({
      wanted: `a grant that the application and the provider allow (provider: ${[...grants].join(', ')}), and a client of the type ${[...clientTypes].join(' or ')}`,
      place: renderLocation(location),
    }),
  },
  {
    check: 'the provider has the requested scopes',
    errors: ['invalid_scope'],
    failed: ({ place }) => place === undefined,
    facts: (_, { scopes, location }) => ({ wanted: [...scopes.keys()].join(' '), place: renderLocation(location) }),
  },
  {
    check: 'the token ceilings of application, plan, user registry and user allow the scopes',
    errors: ['invalid_scope'],
    facts: ({ place }) => ({ wanted: 'scopes that all of these token ceilings allow', place }),
  },
  {
    check: 'the owner has signed in and allows the access',
    errors: [
      ...['access_denied', 'login_required', 'consent_required', 'interaction_required', 'account_selection_required'],
      'unmet_authentication_requirements',
    ],
    applies: ({ status }) => status < 400, // a redirect of the authorization endpoint
    facts: (_, { location }) => ({
      wanted: 'an owner who signs in as the request demands, and consents; a request with prompt=none shows no page',
      place: renderLocation(location),
    }),
  },
  {
    check: 'the user, the code or the refresh token is valid',
    errors: ['invalid_grant', 'access_denied'],
    facts: (_, { registry, location }) => ({
      wanted: registry
        ? `a user of ${registry} with the right password, or a valid code or refresh token`
        : 'a valid code or refresh token',
      place: renderLocation(location),
    }),
  },
  {
    check: 'all services that the provider needs are available',
    errors: ['temporarily_unavailable', 'server_error'],
    facts: (_, { location }) => ({ place: renderLocation(location) }),
  },
]

/** Builds the explanation of a rejected request. `at` is the time of the rejection in milliseconds since the epoch. */
export function explainProviderRejection(
  request: RejectedProviderRequest,
  at: number,
  provider: ProviderSettings,
  catalog: Catalog,
): Explanation {
  const { requestId, method, path, status, error, reason, claimedClientId } = request
  const applying = stages.filter((each) => each.applies?.(request) ?? true)
  const found = applying.findIndex((each) => each.errors.includes(error) && (each.failed?.(request) ?? true))
  const failed = found < 0 ? applying.length - 1 : found
  const facts = applying.map((stage, index) => ({
    check: stage.check,
    ...stage.facts(request, provider, catalog),
    ...(index === failed && { seen: claimedClientId === undefined ? reason : `${claimedClientId}: ${reason}` }),
  }))
  const application = catalog.applications.find(({ credentials }) =>
    credentials.some(({ clientId }) => clientId === request.clientId),
  )?.name
  const caller = { catalog: catalog.path, application, remote: request.remote }
  return { requestId, at, method, path, status, reason: error, ...caller, checks: addCheckOutcomes(facts, failed) }
}
