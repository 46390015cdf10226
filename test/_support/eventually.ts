/** Calls until the result is neither an error nor undefined, for two minutes at most, because machines can be slow. Throws the last error. */
export async function eventually<T>(call: () => Promise<T | undefined>): Promise<T | undefined> {
  const deadline = performance.now() + 120_000
  for (;;) {
    const result = await call().catch((error: unknown) => {
      if (performance.now() > deadline) throw error
      return undefined
    })
    if (result !== undefined || performance.now() > deadline) return result
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
