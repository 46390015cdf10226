/** The pauses grow, because each call takes processor time from what it waits for. */
const pauses = { firstPauseMs: 20, longestPauseMs: 200 }

/** The pauses between calls that run a command: the start of its process takes half a second. */
export const betweenCommands = { firstPauseMs: 1_000, longestPauseMs: 2_000 }

/** Calls until the result is neither an error nor undefined, for two minutes at most, because machines can be slow. Throws the last error. */
export async function eventually<T>(
  call: () => Promise<T | undefined>,
  { firstPauseMs, longestPauseMs } = pauses,
): Promise<T | undefined> {
  const deadline = performance.now() + 120_000
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 1.2)) {
    const result = await call().catch((error: unknown) => {
      if (performance.now() > deadline) throw error
      return undefined
    })
    if (result !== undefined || performance.now() > deadline) return result
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
