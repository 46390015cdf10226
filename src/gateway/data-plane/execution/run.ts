/** Runs the steps of a call one after the other, without a promise unless a step returns one. */
import { JsonLimitError } from '../../../shared/lib/collections/json-object.ts'
import { noteError, noteStep } from '../activity/trace-steps.ts'
import type { Call } from '../call/call.ts'
import { type CallStep, type CallStepResult, resumedLater } from '../call/call-progress.ts'
import { GatewayError } from '../errors/gateway-errors.ts'
import { catchError } from './recovery.ts'
import { rejectCall } from './reject-call.ts'

const fault = new GatewayError('fault')

/** Continues a call: runs its steps until a step rejects it, a step waits, or none is left. */
export function runSteps(call: Call, outcome?: ReturnType<CallStep>): void {
  const { progress } = call
  let current = outcome
  while (!progress.isOver && current !== resumedLater) {
    if (current !== undefined) {
      if (current instanceof Promise) {
        whenSettled(call, current)
        return
      }
      if (call.notes) noteError(call, current)
      if (!catchError(call, current)) {
        rejectCall(call, current)
        return
      }
    }
    let frame = progress.frame
    while (frame && frame.next === frame.steps.length) frame = frame.parent
    progress.frame = frame
    const step = frame?.steps[frame.next++]
    if (!step) return
    if (call.notes) noteStep(call, step)
    try {
      current = step(call)
    } catch (error) {
      current = faultOf(call, error)
    }
  }
}

function whenSettled(call: Call, outcome: Promise<CallStepResult | typeof resumedLater>): void {
  outcome.then(
    (settled) => runSteps(call, settled),
    (error) => runSteps(call, faultOf(call, error)),
  )
}

/** Rejects a call with the reason `fault`, after an error in a step that had returned `waiting`. */
export function failCall(call: Call, error: unknown): void {
  runSteps(call, faultOf(call, error))
}

/** Logs an unexpected error and returns the error for the caller, which reveals nothing about it but a limit. */
function faultOf(call: Call, error: unknown): GatewayError {
  if (error instanceof JsonLimitError) {
    call.outcome.detail = error.message
    return new GatewayError('payload_too_large', { text: error.message })
  }
  if (!call.progress.isOver) call.deps.log.error({ err: error, requestId: call.id }, 'a step of a call failed')
  return fault
}
