export type MapLike<K, V> = { get(key: K): V | undefined; set(key: K, value: V): unknown }

/** Returns the value of a key in a `Map` or `WeakMap`. Without one, `create` makes it, and it is kept for the next caller. */
export function getOrCreate<K, V>(values: MapLike<K, V>, key: K, create: (key: K) => V): V {
  let value = values.get(key)
  if (value === undefined) {
    value = create(key)
    values.set(key, value)
  }
  return value
}
