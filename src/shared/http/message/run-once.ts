/**
 * Runs code at the events `close` and `drain`, with one listener function for all emitters.
 *
 * What is made for one response must be reachable only from that response. A closure that is passed to `on` or `once`
 * is stored by Node in a list of listeners, and V8 allocates both in the old generation once such lists have lived
 * long. There a dead closure keeps its request and response in memory until the next full collection.
 */

export interface DrainingEmitter {
  on(event: 'close' | 'drain', listener: () => void): unknown
  off(event: 'close' | 'drain', listener: () => void): unknown
}

/** A linked list, because V8 may allocate array literals in the old generation too. */
type Action = { run: () => void; next: Action | undefined }

const slots = { close: Symbol('actions at close'), drain: Symbol('actions at drain') } as const

type EmitterWithActions = DrainingEmitter & { [slot: symbol]: Action | undefined }

const listeners = {
  close(this: EmitterWithActions): void {
    runActions(this, 'close')
  },
  drain(this: EmitterWithActions): void {
    runActions(this, 'drain')
  },
} as const

/** Calls `run` at the next event of the emitter. Several calls for one event run in their order. */
export function runOnce(emitter: DrainingEmitter, event: 'close' | 'drain', run: () => void): void {
  const owner = emitter as EmitterWithActions
  const action = { run, next: undefined }
  let last = owner[slots[event]]
  if (!last) {
    owner[slots[event]] = action
    emitter.on(event, listeners[event])
    return
  }
  while (last.next) last = last.next
  last.next = action
}

function runActions(emitter: EmitterWithActions, event: 'close' | 'drain'): void {
  let action = emitter[slots[event]]
  emitter[slots[event]] = undefined
  emitter.off(event, listeners[event])
  for (; action; action = action.next) action.run()
}
