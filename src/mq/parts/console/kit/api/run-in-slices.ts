/** Runs long work in slices of a few milliseconds, so that the page handles keystrokes between them. */

/** The longest slice: half of a frame. */
const sliceMs = 8

/** Runs the steps until one returns the result, and passes it to `done`. Returns a function that stops the work. */
export function runInSlices<T>(steps: Generator<void, T>, done: (result: T) => void): () => void {
  const { port1, port2 } = new MessageChannel() // unlike timers, messages are not delayed by 4 ms
  port1.onmessage = () => {
    const until = performance.now() + sliceMs
    do {
      const step = steps.next()
      if (step.done) {
        port1.close()
        return done(step.value)
      }
    } while (performance.now() < until)
    port2.postMessage(undefined)
  }
  port2.postMessage(undefined)
  return () => port1.close()
}

/** Runs the steps in slices. Resolves with the result; rejects with the reason of the signal when it aborts. */
export function finishInSlices<T>(steps: Generator<void, T>, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = runInSlices(steps, resolve)
    signal?.addEventListener('abort', () => {
      stop()
      reject(signal.reason as Error)
    })
  })
}
