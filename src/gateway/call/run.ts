/**
 * Runs the steps of a call, one after the other, without a promise unless a step needs one.
 */
import { refuse } from '../response/refuse.ts'
import type { Call } from './call.ts'
import { recover } from './recovery.ts'
import { Refusal } from './refusals.ts'

/** Answered by a step that will go on with `proceed` when what it waits for has come. */
export const waiting = Symbol('waiting')

/** What a step makes of a call: nothing, which lets it pass on, or a no. */
export type Outcome = Refusal | undefined

export type Step = (call: Call) => Outcome | typeof waiting | Promise<Outcome>

/** Steps under way within other steps. */
export interface Frame {
  steps: readonly Step[]
  next: number
  outer: Frame | undefined
}

const fault = new Refusal('fault')

/** Puts steps before those that the call would take next. */
export function enter(call: Call, steps: readonly Step[]): void {
  if (steps.length > 0) call.progress.frame = { steps, next: 0, outer: call.progress.frame }
}

/** Goes on with a call: takes its steps until one says no, waits, or all are done. */
export function proceed(call: Call, outcome?: ReturnType<Step>): void {
  let current = outcome
  while (!call.progress.over && current !== waiting) {
    if (current instanceof Promise) {
      whenSettled(call, current)
      return
    }
    if (current && !recover(call, current)) {
      refuse(call, current)
      return
    }
    const step = nextStep(call)
    if (!step) return
    current = take(step, call)
  }
}

function take(step: Step, call: Call): ReturnType<Step> {
  try {
    return step(call)
  } catch (error) {
    return faultOf(call, error)
  }
}

function nextStep(call: Call): Step | undefined {
  let frame = call.progress.frame
  while (frame && frame.next === frame.steps.length) frame = frame.outer
  call.progress.frame = frame
  return frame?.steps[frame.next++]
}

function whenSettled(call: Call, outcome: Promise<Outcome>): void {
  outcome.then(
    (settled) => proceed(call, settled),
    (error) => proceed(call, faultOf(call, error)),
  )
}

/** Ends a call whose step failed after it had begun to wait. */
export function fail(call: Call, error: unknown): void {
  proceed(call, faultOf(call, error))
}

/** An error of ours. It is told to the log; the caller learns that it was not the caller's fault. */
function faultOf(call: Call, error: unknown): Refusal {
  if (!call.progress.over) call.tools.log.error({ err: error, requestId: call.id }, 'a step of a call failed')
  return fault
}
