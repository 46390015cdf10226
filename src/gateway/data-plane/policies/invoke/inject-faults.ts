/** Faults for tests of clients: `X-Fault: delay=2, status=503` or `abort`, of a caller who may ask for them. */
import { optionalObject } from '../../../../shared/lib/json-schema/members.ts'
import { type Static, Type } from '../../../../shared/lib/json-schema/type.ts'
import type { Call } from '../../call/call.ts'
import type { CallStep } from '../../call/call-progress.ts'
import { GatewayError } from '../../errors/gateway-errors.ts'
import { removeHeader } from '../../message/headers.ts'

export const faultsSchema = optionalObject({
  header: Type.String({ pattern: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$", default: 'X-Fault' }),
  applications: Type.Array(Type.String({ minLength: 1 }), {
    minItems: 1,
    description: 'The applications whose header has an effect',
  }),
})

const maxDelayMs = 60_000
const malformed = new GatewayError('value_unusable', {
  text: 'The fault must be "abort" or have delay=SECONDS (60 at most) and status=400 to 599',
})

/** Returns the step with the faults; the step itself without settings. */
export function injectFaults(settings: Static<typeof faultsSchema> | undefined, step: CallStep): CallStep {
  if (!settings) return step
  const name = settings.header.toLowerCase()
  const applications = new Set(settings.applications)

  return function invokeWithFaults(call) {
    const written = call.request.headers[name]
    if (written === undefined || !applications.has(call.caller.client?.application.name ?? '')) return step(call)
    removeHeader(call.message.headers, name)
    const fault = parseFault(String(written))
    if (!fault) return malformed
    call.outcome.detail = `the caller asked for the fault "${written}"`
    const go = () => end(call, fault, step)
    return fault.delayMs > 0 ? wait(call, fault.delayMs).then(go) : go()
  }
}

type Fault = { delayMs: number; status: number | undefined; aborts: boolean }

function parseFault(text: string): Fault | undefined {
  const fault: Fault = { delayMs: 0, status: undefined, aborts: false }
  for (const part of text.split(',', 4)) {
    const [, name, value] = /^\s*(abort|delay|status)(?:=(\d{1,3}(?:\.\d{1,3})?))?\s*$/.exec(part) ?? []
    const number = Number(value)
    if (name === 'abort' && value === undefined) fault.aborts = true
    else if (name === 'delay' && number * 1_000 <= maxDelayMs) fault.delayMs = number * 1_000
    else if (name === 'status' && number >= 400 && number <= 599) fault.status = number
    else return undefined
  }
  return fault
}

function end(call: Call, { status, aborts }: Fault, step: CallStep): ReturnType<CallStep> {
  if (status !== undefined) return new GatewayError('fault_injected', { status })
  if (!aborts) return step(call)
  call.progress.isOver = true
  call.outcome.reason = 'fault_injected'
  call.response.destroy()
  return undefined
}

/** Waits for a delay, or until the caller disconnects. */
function wait({ response }: Call, delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer)
      response.off('close', settle)
      resolve()
    }
    const timer = setTimeout(settle, delayMs)
    response.once('close', settle)
  })
}
