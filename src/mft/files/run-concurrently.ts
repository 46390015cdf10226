/** Runs work on many files, a limited number at a time: more at once do not make a disk faster, and take descriptors. */
const maxConcurrentFiles = 16

/** Runs the work for every item and returns the results in the order of the items. Rejects with the first error. */
export async function runConcurrently<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results = new Array<R>(items.length)
  let next = 0
  const run = async () => {
    while (next < items.length) {
      const index = next
      next += 1
      results[index] = await work(items[index] as T)
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxConcurrentFiles, items.length) }, run))
  return results
}
