/** Freezes a value and everything in it. Maps and sets keep their methods; their types are read-only. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  const inside = value instanceof Map || value instanceof Set ? value.values() : Object.values(value)
  for (const each of inside) deepFreeze(each)
  return value
}
