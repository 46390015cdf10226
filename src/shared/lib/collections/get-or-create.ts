type MapLike<K, V> = { get(key: K): V | undefined; set(key: K, value: V): unknown }

/** Returns the value of a key in a `Map` or `WeakMap`. Without one, it is created, and kept for the next caller. */
export function getOrCreate<K, V>(values: MapLike<K, V>, key: K, create: () => V): V {
  let value = values.get(key)
  if (value === undefined) {
    value = create()
    values.set(key, value)
  }
  return value
}
