/** The checks after admission: policies, upstream and response. */
import type { UpstreamAttempt } from '../../contract/access/explanation.ts'
import { renderMqscSubject } from '../../contract/access/mqsc-command.ts'
import type { CallReason } from '../../telemetry/calls/index.ts'
import { type ExplanationStage, joinCapped, renderPlace } from './render-facts.ts'

/** What a policy would have accepted, by the reason of its rejection. */
const policyDemands = {
  user_missing: 'the user name and password that user-security reads',
  user_wrong: 'a user of the registry with the right password',
  assembly_limit: 'fewer calls within the interval of the limit',
  value_unusable: 'values that can be part of a URL or a header',
  value_undefined: 'documents that define every name that the API uses',
  request_stalled: 'a request body that arrives without long pauses',
  payload_malformed: 'a body that is well-formed in its media type',
  payload_invalid: 'a request that matches the OpenAPI document of the API',
  answer_invalid: 'a response of the upstream that matches the OpenAPI document of the API',
  policy_failed: 'settings and variables with which the policy can work',
  jwt_invalid: 'a JSON Web Token with a valid signature, in its time, with the claims that the policy demands',
  authorization_refused: 'a call that the authorization service allows',
  authorization_unavailable: 'a decision of the authorization service in time',
  script_failed: 'a script that ends without an error, within its limits of time and memory',
  not_cached: 'a request without only-if-cached, or one whose response is kept',
  payload_too_large: 'a body within the limit of the policy',
  fault_injected: 'a request without the header of "faults" of invoke',
  thrown: undefined,
} satisfies Partial<Record<CallReason, string | undefined>>
const policyReasons = Object.keys(policyDemands) as (keyof typeof policyDemands)[]
const demands: Partial<Record<CallReason, string | undefined>> = policyDemands

export const serviceStages = {
  commands: {
    check: 'the MQSC command is allowed',
    reasons: ['command_refused'],
    hasOwnLocation: true,
    renderFacts: ({ operation }, { detail, reason }) =>
      operation?.queueAccess?.commands && {
        seen: (reason === 'command_refused' && detail) || 'an allowed command',
        wanted: `one of ${joinCapped(operation.queueAccess.commands.map(renderMqscSubject))}`,
        ...renderPlace(operation.queueAccess.location),
      },
  },

  policies: {
    check: 'the policies of the API accept the call',
    reasons: policyReasons,
    renderFacts: ({ api }, { detail, reason }) => ({
      seen: detail,
      wanted: reason && demands[reason],
      ...renderPlace(api?.location),
    }),
  },

  upstream: {
    check: 'the upstream responds',
    reasons: [
      'upstream_failed',
      'upstream_unreachable',
      'upstream_closed',
      'upstream_malformed',
      'upstream_resting',
      'upstream_silent',
      'upstream_unauthenticated',
    ],
    renderFacts: ({ api }, { detail, reason, course }) => ({
      seen: detail ?? (course && describeAttempts(course.attempts)),
      wanted:
        reason === 'upstream_unauthenticated'
          ? 'credentials for the upstream, which "authenticate" of invoke describes'
          : 'a complete response within the timeout',
      ...renderPlace(api?.location),
    }),
  },

  response: {
    check: 'the complete response reaches the caller',
    reasons: ['client_gone', 'gateway_ended', 'client_stalled', 'upstream_broken', 'fault'],
    renderFacts: (_, { detail }) => ({ seen: detail }),
  },
} as const satisfies Record<string, ExplanationStage>

function describeAttempts(attempts: readonly UpstreamAttempt[]): string {
  if (attempts.length === 0) return 'no upstream was called'
  return joinCapped(attempts.map(({ target, why, result = 'no response' }) => `${target} (${why}): ${result}`))
}
