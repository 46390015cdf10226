/**
 * Measures the protected call with two workers on two cores, compared to one worker on one core. The load
 * generator shares the second core.
 */
import { compare, type RowResult, type Subject } from '../harness/compare.ts'
import { roundOptions } from '../harness/round-options.ts'
import { runWithBackend } from '../peers/script.ts'
import { startSluice } from '../peers/sluice.ts'

export function measureWorkers(): Promise<RowResult[]> {
  return runWithBackend((backendPort) => {
    const subject = (count: number): Subject => ({
      name: `${count} of its workers`,
      async start() {
        const { url, token, close } = await startSluice(backendPort, { workers: count })
        return { url, headers: { authorization: `Bearer ${token}` }, close }
      },
    })
    // With fewer than four cores, the load generator and the backend slow the second worker down.
    return compare('two workers on two cores', subject(2), [{ ...subject(1), target: null }], roundOptions)
  })
}
