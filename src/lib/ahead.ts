/**
 * Work that is begun ahead: while one result is used, the next are already on their way.
 */

/** The results in the order of the items, `count` of them begun before they are asked for. `begin` must not reject. */
export async function* ahead<T, R>(
  items: readonly T[],
  count: number,
  begin: (item: T) => Promise<R>,
): AsyncGenerator<readonly [item: T, result: R]> {
  const begun = items.slice(0, count).map(begin)
  for (const [index, item] of items.entries()) {
    const result = await (begun.shift() as Promise<R>)
    const next = items[index + count]
    if (next !== undefined) begun.push(begin(next))
    yield [item, result]
  }
}
