/** Freezes a value and everything in it. Maps and sets keep their methods; their types are read-only. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  if (value instanceof Map || value instanceof Set) for (const each of value.values()) deepFreeze(each)
  else for (const key in value) deepFreeze(value[key])
  return value
}
