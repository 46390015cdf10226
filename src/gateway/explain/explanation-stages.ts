/** The checks of a call in the order in which the pipeline makes them, and the check that each reason belongs to. */
import type { CallReason } from '../../telemetry/calls/index.ts'
import { admissionStages } from './admission-stages.ts'
import { arrivalStages } from './arrival-stages.ts'
import type { ExplanationStage } from './explanation-stage.ts'
import { serviceStages } from './service-stages.ts'

export const explanationStages: readonly ExplanationStage[] = [
  ...Object.values(arrivalStages),
  ...Object.values(admissionStages),
  ...Object.values(serviceStages),
]

/** The check that fails for a reason. The type demands a row for each reason. */
export const stageByReason: Readonly<Record<CallReason, ExplanationStage>> = {
  certificate_missing: arrivalStages.certificate,
  certificate_untrusted: arrivalStages.certificate,
  hang_repeated: arrivalStages.hangs,
  host_repeated: arrivalStages.syntax,
  host_missing: arrivalStages.syntax,
  coding_unsupported: arrivalStages.syntax,
  authorization_repeated: arrivalStages.syntax,
  target_unsupported: arrivalStages.syntax,
  path_ambiguous: arrivalStages.syntax,
  api_unknown: arrivalStages.api,
  operation_unknown: arrivalStages.path,
  method_unknown: arrivalStages.method,
  api_offline: arrivalStages.online,

  token_missing: admissionStages.credentials,
  clients_several: admissionStages.credentials,
  user_missing: admissionStages.credentials,
  client_id_missing: admissionStages.client,
  client_wrong: admissionStages.client,
  client_locked: admissionStages.client,
  credentials_unavailable: admissionStages.client,
  token_invalid: admissionStages.client,
  proof_invalid: admissionStages.possession,
  provider_unavailable: admissionStages.client,
  resource_wrong: admissionStages.resource,
  application_disabled: admissionStages.application,
  not_subscribed: admissionStages.subscription,
  scope_insufficient: admissionStages.scopes,
  user_wrong: admissionStages.user,
  user_locked: admissionStages.user,
  registry_unavailable: admissionStages.user,
  rate_limit: admissionStages.limits,
  burst_limit: admissionStages.limits,
  concurrent_limit: admissionStages.limits,
  address_denied: admissionStages.addresses,
  limits_unavailable: admissionStages.limits,

  assembly_limit: serviceStages.policies,
  value_unusable: serviceStages.policies,
  value_undefined: serviceStages.policies,
  request_stalled: serviceStages.policies,
  payload_malformed: serviceStages.policies,
  payload_invalid: serviceStages.policies,
  command_refused: serviceStages.commands,
  answer_invalid: serviceStages.policies,
  payload_too_large: serviceStages.policies,
  thrown: serviceStages.policies,
  fault_injected: serviceStages.policies,
  script_failed: serviceStages.policies,
  policy_failed: serviceStages.policies,
  jwt_invalid: serviceStages.policies,
  not_cached: serviceStages.policies,
  upstream_failed: serviceStages.upstream,
  upstream_unreachable: serviceStages.upstream,
  upstream_closed: serviceStages.upstream,
  upstream_malformed: serviceStages.upstream,
  upstream_resting: serviceStages.upstream,
  upstream_silent: serviceStages.upstream,
  upstream_unauthenticated: serviceStages.upstream,
  client_gone: serviceStages.response,
  client_stalled: serviceStages.response,
  upstream_broken: serviceStages.response,
  fault: serviceStages.response,
}
