/** Budgets of bytes: what a compiler or a library adds is no failure at once. */
import type { ExecutionContext } from 'ava'

/** The bytes above which the test fails, relative to its budget. */
const air = 1.1

/** Fails when a size is more than a tenth above its budget, and logs `details` when it is above the budget. */
export function keepsByteBudget(t: ExecutionContext, bytes: number, budget: number, details = ''): void {
  const size = `${bytes} bytes, the budget is ${budget}: ${details}`
  if (bytes > budget) t.log(`WARNING: ${size}`)
  t.true(bytes <= budget * air, size)
}
