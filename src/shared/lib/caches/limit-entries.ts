/**
 * Returns options that limit an `LRUCache` to a number of entries. Its option `max` has the same effect, but it
 * allocates memory for all entries at the start: 2 ms and 0.3 MB for 10,000 entries, in each process and for each
 * provider.
 */
export function limitEntries(maxEntries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: maxEntries, sizeCalculation: () => 1 }
}
