/** Returns a value once it has not changed for a time, so that typing does not start a request for each key. */
import { useEffect, useState } from 'react'

export function useDelayed<T>(value: T, delayMs: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs)
    return () => clearTimeout(timer)
  }, [value, delayMs])
  return settled
}
