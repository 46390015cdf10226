/**
 * The reasons for which a call is rejected or breaks off, as the log and metrics spell them. The gateway's tables of
 * errors and of explanations are checked against these types, so that a new reason needs a row in both.
 */

/** The reason for which the gateway rejects a call. */
export type RejectionReason =
  | 'certificate_missing'
  | 'certificate_untrusted'
  | 'hang_repeated'
  | 'host_repeated'
  | 'host_missing'
  | 'coding_unsupported'
  | 'authorization_repeated'
  | 'target_unsupported'
  | 'path_ambiguous'
  | 'api_unknown'
  | 'operation_unknown'
  | 'method_unknown'
  | 'api_offline'
  | 'client_wrong'
  | 'credentials_unavailable'
  | 'client_locked'
  | 'clients_several'
  | 'client_id_missing'
  | 'application_disabled'
  | 'not_subscribed'
  | 'token_missing'
  | 'token_invalid'
  | 'scope_insufficient'
  | 'rate_limit'
  | 'burst_limit'
  | 'limits_unavailable'
  | 'assembly_limit'
  | 'provider_unavailable'
  | 'user_missing'
  | 'user_wrong'
  | 'user_locked'
  | 'registry_unavailable'
  | 'value_unusable'
  | 'request_stalled'
  | 'payload_malformed'
  | 'payload_invalid'
  | 'answer_invalid'
  | 'payload_too_large'
  | 'thrown'
  | 'script_failed'
  | 'upstream_failed'
  | 'upstream_unreachable'
  | 'upstream_closed'
  | 'upstream_malformed'
  | 'upstream_resting'
  | 'upstream_silent'
  | 'fault'

/** The reason why a call broke off after its response had begun, or because the caller disconnected. */
export type CallAbortReason = 'client_gone' | 'upstream_broken' | 'client_stalled'

export type CallReason = RejectionReason | CallAbortReason
