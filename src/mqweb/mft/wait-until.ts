/** Waits until a change is visible: clients ask for a resource as soon as a request has changed it. */
import { setTimeout as wait } from 'node:timers/promises'

const pollMs = 10
const timeoutMs = 1000

/** Resolves when the function returns true, or after a second: an agent on another machine takes its time. */
export async function waitUntil(isVisible: () => boolean): Promise<void> {
  for (let waited = 0; waited < timeoutMs && !isVisible(); waited += pollMs) await wait(pollMs)
}
