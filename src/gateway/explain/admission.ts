/** The checks of credentials, subscription and limits, in the order in which a call passes them. */

import type { LocatedTokenCeiling, SourceLocation } from '../../config/types/index.ts'
import type { RejectionEvidence } from '../../telemetry/calls/index.ts'
import { findEffectiveLimits } from '../limits/plan-limits.ts'
import type { ExplanationStage } from './stage.ts'
import {
  alternatives,
  capped,
  credentials,
  limits,
  placeOf,
  requirementOf,
  scopesOf,
  subscriptions,
  tokenOf,
} from './words.ts'

export const admission: readonly ExplanationStage[] = [
  {
    check: 'the caller shows credentials',
    reasons: ['token_missing', 'clients_several', 'user_missing'],
    facts: (evidence, record) => ({
      seen: credentials(evidence),
      wanted: alternatives(evidence.operation),
      ...placeOf(requirementOf(evidence, record)?.place),
    }),
  },
  {
    check: 'the credentials are those of an application',
    reasons: [
      'client_id_missing',
      'client_wrong',
      'client_locked',
      'credentials_unavailable',
      'token_invalid',
      'provider_unavailable',
    ],
    facts: (evidence, record) =>
      isOpen(evidence)
        ? undefined
        : {
            seen: tokenOf(evidence, record),
            wanted: 'a client id that is registered, and a secret or a token of it that is good now',
            ...placeOf(requirementOf(evidence, record)?.place),
          },
  },
  {
    check: 'the application is enabled',
    reasons: ['application_disabled'],
    facts: (evidence) => {
      const application = evidence.client?.application
      if (isOpen(evidence)) return undefined
      return application
        ? {
            seen: `${application.name} is ${application.state}`,
            wanted: 'state: enabled',
            ...placeOf(application.place),
          }
        : {}
    },
  },
  {
    check: 'the application is subscribed to a plan with the API',
    reasons: ['not_subscribed'],
    facts: (evidence) => {
      const { client, entitlement, api } = evidence
      if (isOpen(evidence)) return undefined
      return {
        seen: entitlement
          ? `${entitlement.product.name}/${entitlement.plan.name}`
          : subscriptions(client?.application),
        wanted: `an enabled subscription to a plan that opens ${api?.reference}`,
        ...placeOf(entitlement?.subscription.place ?? client?.application.place),
      }
    },
  },
  {
    check: 'the token has the scopes of the operation',
    reasons: ['scope_insufficient'],
    facts: (evidence, record) => {
      const requirement = requirementOf(evidence, record)
      const wanted = scopesOf(requirement)
      if (wanted.length === 0) return undefined
      const ceiling = ceilingBelow(wanted, evidence)
      return {
        seen: capped([...(evidence.token?.scopes ?? [])]),
        wanted: ceiling
          ? `${capped(wanted)}, but the token ceiling of ${ceiling.whose} allows less`
          : capped(wanted),
        ...placeOf(ceiling?.place ?? requirement?.place),
      }
    },
  },
  {
    check: 'the user is who the registry knows',
    reasons: ['user_wrong', 'user_locked', 'registry_unavailable'],
    facts: (evidence, record) => {
      const requirement = requirementOf(evidence, record)
      if (!requirement?.all.some(({ definition }) => definition.type === 'basic')) return undefined
      return {
        seen: record.detail ?? 'a user name and password',
        wanted: 'a user that the registry knows, with that password',
        ...placeOf(requirement.place),
      }
    },
  },
  {
    check: 'the plan has calls left',
    reasons: ['rate_limit', 'burst_limit'],
    facts: ({ entitlement, api, operation }, record) => {
      if (!entitlement || !api || !operation) return undefined
      const counted = findEffectiveLimits(entitlement.plan, api.reference, operation).map(
        ({ limit }) => limit,
      )
      if (counted.length === 0) return undefined
      return {
        seen: record.detail ?? 'within the limits',
        wanted: limits(counted),
        ...placeOf(entitlement.plan.place),
      }
    },
  },
]

/**
 * Returns the token ceiling that excludes one of the scopes: that of the application, or that of the plan for
 * this API.
 */
function ceilingBelow(
  scopes: readonly string[],
  { client, entitlement }: RejectionEvidence,
): { whose: string; place: SourceLocation } | undefined {
  const isBelow = (ceiling: LocatedTokenCeiling | undefined) =>
    ceiling?.scopes !== undefined && !scopes.every((each) => ceiling.scopes?.includes(each))
  const ofApplication = client?.application.tokenCeiling
  if (client && ofApplication && isBelow(ofApplication))
    return { whose: `application ${client.application.name}`, place: ofApplication.place }
  const ofPlan = entitlement?.plan.tokenCeiling
  if (entitlement && ofPlan && isBelow(ofPlan))
    return { whose: `plan ${entitlement.product.name}/${entitlement.plan.name}`, place: ofPlan.place }
  return undefined
}

/** Returns whether the operation demands no credentials. */
function isOpen({ operation }: RejectionEvidence): boolean {
  return operation !== undefined && alternatives(operation) === undefined
}
