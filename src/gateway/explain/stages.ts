/**
 * The checks of a call in the order in which they are made, each with the reasons for which it fails.
 *
 * The order is that of the pipeline and, within security, of the requirements.
 */
import type { Facts } from '../../lib/explanation.ts'
import type { CallRecord } from '../record/call-record.ts'
import type { Evidence } from '../record/evidence.ts'
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

export type Reason = NonNullable<CallRecord['reason']>

export interface Stage {
  check: string
  /** Policies have reasons that stand nowhere here. */
  reasons: readonly Reason[]
  /** Undefined when it is not made for such a call. */
  facts(evidence: Evidence, record: CallRecord): Omit<Facts, 'check'> | undefined
}

export const stages: readonly Stage[] = [
  {
    check: 'the connection has the certificate that is required',
    reasons: ['certificate_missing', 'certificate_untrusted'],
    facts: (_, { reason, detail, certificate }) =>
      reason === 'certificate_missing' || reason === 'certificate_untrusted' || certificate !== undefined
        ? {
            seen: certificate ?? detail ?? 'no certificate',
            wanted: 'a certificate of an authority in the file that SLUICE_TLS_CLIENT_CA names',
          }
        : undefined,
  },
  {
    check: 'the request is well-formed',
    reasons: [
      'host_repeated',
      'host_missing',
      'coding_unsupported',
      'authorization_repeated',
      'target_unsupported',
      'upgrade_unsupported',
      'path_ambiguous',
    ],
    facts: ({ path }, { method }) => ({
      seen: `${method} ${path}`,
      wanted: 'one Host field, at most one Authorization field, and a path that can be read in one way only',
    }),
  },
  {
    check: 'an API is published at the path',
    reasons: ['api_unknown'],
    facts: ({ path, catalog, api }) => ({
      seen: api ? `${catalog?.path}${api.basePath} is ${api.reference}` : path,
      wanted: 'the path of a catalog, /{organisation}/{catalog}, and the base path of one of its APIs',
      ...(api && placeOf(api.place)),
    }),
  },
  {
    check: 'the API has the path',
    reasons: ['operation_unknown'],
    facts: ({ path, api, catalog }) => ({
      seen: path.slice(`${catalog?.path ?? ''}${api?.basePath ?? ''}`.length) || '/',
      ...(api && {
        wanted: capped([...new Set(api.operations.map((each) => each.path))]),
        ...placeOf(api.place),
      }),
    }),
  },
  {
    check: 'the path has the method',
    reasons: ['method_unknown'],
    facts: ({ operation, methods }, { method }) => ({
      seen: operation ? `${method} is ${operation.id}` : method,
      ...(methods.length > 0 && { wanted: capped(methods) }),
      ...(operation && placeOf(operation.place)),
    }),
  },
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
    reasons: ['client_id_missing', 'client_wrong', 'token_invalid', 'provider_unavailable'],
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
      return {
        seen: capped([...(evidence.token?.scopes ?? [])]),
        wanted: capped(wanted),
        ...placeOf(requirement?.place),
      }
    },
  },
  {
    check: 'the user is who the registry knows',
    reasons: ['user_wrong', 'registry_unavailable'],
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
    facts: ({ entitlement }, record) =>
      entitlement && entitlement.plan.limits.length > 0
        ? {
            seen: record.detail ?? 'within the limits',
            wanted: limits(entitlement.plan),
            ...placeOf(entitlement.plan.place),
          }
        : undefined,
  },
  {
    check: 'the policies of the API run to their end',
    reasons: ['value_unusable', 'request_stalled', 'payload_malformed', 'payload_too_large', 'thrown'],
    facts: ({ api }, { detail }) => ({ ...(detail && { seen: detail }), ...placeOf(api?.place) }),
  },
  {
    check: 'the API behind the gateway answers',
    reasons: [
      'upstream_failed',
      'upstream_unreachable',
      'upstream_closed',
      'upstream_malformed',
      'upstream_resting',
      'upstream_silent',
    ],
    facts: ({ api }, { detail }) => ({
      ...(detail && { seen: detail }),
      wanted: 'a whole answer in time',
      ...placeOf(api?.place),
    }),
  },
  {
    check: 'the answer reaches the caller',
    reasons: ['client_gone', 'client_stalled', 'upstream_broken', 'fault'],
    facts: (_, { detail }) => ({ ...(detail && { seen: detail }) }),
  },
]

/** Nobody has to show anything. */
function isOpen({ operation }: Evidence): boolean {
  return operation !== undefined && alternatives(operation) === undefined
}
