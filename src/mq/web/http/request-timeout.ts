/** The timeout of administrative requests, the property `mqRestRequestTimeout`. */
import type { RestContext } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'

/** Returns the result of `work`. Throws MQWB0113E after the timeout; the work goes on without its result. */
export async function runWithRequestTimeout<T>({ services }: RestContext, work: () => Promise<T>): Promise<T> {
  const seconds = services.settings().properties.mqRestRequestTimeout
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new RestError('MQWB0113E', [seconds])), seconds * 1000)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
