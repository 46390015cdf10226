/** The checks of credentials, subscription and limits, in the order in which a call passes them. */
import type { LocatedTokenCeiling, SourceLocation } from '../../config/types/index.ts'
import { renderDetails } from '../../contract/access/authorization-details.ts'
import { parseQueueScope } from '../../contract/access/queue-scope.ts'
import type { CallEvidence } from '../../telemetry/calls/index.ts'
import { findEffectiveLimits } from '../limits/plan-limits.ts'
import { describeQueueLimits } from '../security/queue-access.ts'
import {
  type ExplanationStage,
  findDecidingRequirement,
  joinCapped,
  renderAlternatives,
  renderCredentials,
  renderLimits,
  renderPlace,
  renderSubscriptions,
  renderToken,
} from './render-facts.ts'

const shownKinds = ['burst', 'rate', 'message', 'byte'] as const

export const admissionStages = {
  addresses: {
    check: 'the IP address of the caller is allowed',
    reasons: ['address_denied'],
    renderFacts: (_, { reason, detail }) =>
      reason === 'address_denied'
        ? {
            seen: detail ?? 'another address',
            wanted: 'an address that "addresses" of the API, plan and application allow',
          }
        : undefined,
  },

  credentials: {
    check: 'the request carries credentials',
    reasons: ['token_missing', 'certificate_needed', 'clients_several', 'user_missing'],
    isOfRequirement: true,
    renderFacts: (evidence, record) => ({
      seen: record.reason === 'clients_several' && record.detail ? record.detail : renderCredentials(evidence),
      wanted:
        record.reason === 'clients_several' ? 'credentials of one application' : renderAlternatives(evidence.operation),
    }),
  },

  clientCertificate: {
    check: 'the client certificate is trusted, valid, and that of an application',
    reasons: ['certificate_refused', 'certificate_expired', 'certificate_unknown'],
    isOfRequirement: true,
    renderFacts: (evidence, record) =>
      findDecidingRequirement(evidence, record)?.all.some(({ definition }) => definition.type === 'mutualTLS')
        ? {
            seen: record.detail ?? record.certificate ?? 'a certificate',
            wanted: 'a certificate of a trusted CA, or a registered one, that an application of the catalog registers',
          }
        : undefined,
  },

  client: {
    check: 'the credentials are valid and identify an application',
    reasons: [
      'client_id_missing',
      'client_wrong',
      'client_locked',
      'credentials_unavailable',
      'token_invalid',
      'provider_unavailable',
    ],
    isOfRequirement: true,
    renderFacts: (evidence, record) =>
      isOpen(evidence)
        ? undefined
        : {
            seen: renderToken(evidence, record),
            wanted: 'a registered client id with its secret or with a valid token',
          },
  },

  possession: {
    check: 'the request proves the key to which the token is bound',
    reasons: ['proof_invalid'],
    isOfRequirement: true,
    renderFacts: (evidence, record) => {
      const { binding } = evidence.token ?? {}
      if (!binding && record.reason !== 'proof_invalid') return undefined
      const wanted = binding?.['x5t#S256']
        ? `a connection with the client certificate of the thumbprint ${binding['x5t#S256']}`
        : 'the scheme DPoP with a new proof of the key of the token, for this method and URL'
      return { seen: record.reason === 'proof_invalid' ? record.detail : 'the key of the token', wanted }
    },
  },

  resource: {
    check: 'the access token is for this API',
    reasons: ['resource_wrong'],
    isOfRequirement: true,
    renderFacts: ({ token: { resource } = {} }) =>
      resource === undefined
        ? undefined
        : {
            seen: `a token for ${resource}`,
            wanted: 'a token for the resource that the metadata of the API names, or for the whole catalog',
          },
  },

  application: {
    check: 'the application is enabled',
    reasons: ['application_disabled'],
    hasOwnLocation: true,
    renderFacts: (evidence) => {
      const application = evidence.client?.application
      if (isOpen(evidence)) return undefined
      return application
        ? {
            seen: `${application.name} is ${application.state}`,
            wanted: 'state: enabled',
            ...renderPlace(application.location),
          }
        : {}
    },
  },

  subscription: {
    check: 'the application is subscribed to a plan with the API',
    reasons: ['not_subscribed'],
    hasOwnLocation: true,
    renderFacts: (evidence, { detail }) => {
      const { client, entitlement, api } = evidence
      if (isOpen(evidence)) return undefined
      return {
        seen: entitlement
          ? `${entitlement.product.name}/${entitlement.plan.name}`
          : renderSubscriptions(client?.application, detail),
        wanted: `an enabled subscription to a plan with ${api?.reference}`,
        ...renderPlace(client?.application.location, entitlement?.subscription.line),
      }
    },
  },

  signIn: {
    check: 'the owner has signed in as the API demands',
    reasons: ['sign_in_insufficient'],
    isOfRequirement: true,
    renderFacts: (_, { reason, detail }) =>
      reason === 'sign_in_insufficient'
        ? { seen: detail, wanted: 'a token of a sign-in with acr_values and max_age of the challenge' }
        : undefined,
  },

  scopes: {
    check: 'the token has the scopes of the operation',
    reasons: ['scope_insufficient'],
    hasOwnLocation: true,
    renderFacts: (evidence, record) => {
      const requirement = findDecidingRequirement(evidence, record)
      const required = requirement?.all.flatMap(({ scopes }) => scopes) ?? []
      if (required.length === 0) return undefined
      const ceiling = findExcludingCeiling(required, evidence)
      const granted = [...(evidence.token?.scopes ?? [])]
      const missing = record.reason === 'scope_insufficient' ? required.filter((each) => !granted.includes(each)) : []
      const lacks =
        missing.length > 0 && missing.length < required.length ? `; the token lacks ${joinCapped(missing)}` : ''
      const limits = missing.length > 0 ? describeQueueLimits(granted, evidence.operation) : ''
      const wanted = `${joinCapped(required)}${lacks}${limits}`
      return {
        seen: joinCapped(granted),
        wanted: ceiling ? `${wanted}, but the token ceiling of ${ceiling.owner} allows less` : wanted,
        ...renderPlace(ceiling?.location ?? requirement?.location),
      }
    },
  },

  details: {
    check: 'the token has the authorization details of the operation',
    reasons: ['details_insufficient'],
    hasOwnLocation: true,
    renderFacts: ({ operation, token }, record) => {
      const { demands, location } = operation?.authorizationDetails ?? {}
      if (!demands) return undefined
      const lacks = record.reason === 'details_insufficient' && record.detail ? `; ${record.detail}` : ''
      return {
        seen: renderDetails(token?.authorizationDetails),
        wanted: `${renderDetails(demands)}${lacks}`,
        ...renderPlace(location),
      }
    },
  },

  user: {
    check: 'the user registry accepts the user',
    reasons: ['user_wrong', 'user_locked', 'registry_unavailable'],
    isOfRequirement: true,
    renderFacts: (evidence, record) => {
      const requirement = findDecidingRequirement(evidence, record)
      if (!requirement?.all.some(({ definition }) => definition.type === 'basic')) return undefined
      return {
        seen: record.detail ?? 'a user name and password',
        wanted: 'a user of the registry with the right password',
      }
    },
  },

  limits: {
    check: 'the call is within the limits of the plan',
    reasons: ['rate_limit', 'burst_limit', 'concurrent_limit', 'limits_unavailable'],
    renderFacts: ({ entitlement, api, operation }, record) => {
      if (record.reason === 'concurrent_limit')
        return { seen: record.detail ?? '', wanted: 'fewer calls at the same time' }
      if (!entitlement || !api || !operation) return undefined
      const limits = findEffectiveLimits(entitlement.plan, api.reference, operation, shownKinds).map(
        ({ limit }) => limit,
      )
      if (limits.length === 0) return undefined
      return {
        seen: record.detail ?? record.countedLimits ?? 'within the limits',
        wanted: renderLimits(limits),
        ...renderPlace(entitlement.plan.location),
      }
    },
  },
} as const satisfies Record<string, ExplanationStage>

/** Returns the token ceiling that excludes one of the scopes: that of the application, or that of the plan. */
function findExcludingCeiling(
  scopes: readonly string[],
  { client, entitlement }: CallEvidence,
): { owner: string; location: SourceLocation } | undefined {
  const excludes = (ceiling: LocatedTokenCeiling | undefined) =>
    ceiling?.scopes !== undefined &&
    !scopes.every((each) => ceiling.scopes?.some((own) => own === each || parseQueueScope(own)?.action === each))
  const ofApplication = client?.application.tokenCeiling
  if (client && ofApplication && excludes(ofApplication))
    return { owner: `application ${client.application.name}`, location: ofApplication.location }
  const ofPlan = entitlement?.plan.tokenCeiling
  if (entitlement && ofPlan && excludes(ofPlan))
    return { owner: `plan ${entitlement.product.name}/${entitlement.plan.name}`, location: ofPlan.location }
  return undefined
}

/** Returns whether the operation demands no credentials. */
function isOpen({ operation }: CallEvidence): boolean {
  return operation !== undefined && renderAlternatives(operation) === undefined
}
