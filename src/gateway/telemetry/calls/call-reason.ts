/** The reasons of rejected and broken calls, as logs spell them; explanations need a row for each. */
import type gatewayErrors from '../../contract/gateway-errors.json'

/** The reason for which the gateway rejects a call. */
export type RejectionReason = keyof typeof gatewayErrors

/** The reason why a call broke off after its response had begun, or because the caller disconnected. */
export type CallAbortReason = 'client_gone' | 'upstream_broken' | 'client_stalled'

export type CallReason = RejectionReason | CallAbortReason
