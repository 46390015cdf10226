/** The time limit of administrative requests, the property `mqRestRequestTimeout`. */
import type { RestContext } from '../context/rest-context.ts'
import { RestError } from '../errors/rest-error.ts'

/** What `work` answers, or MQWB0113E when it takes too long. Late work goes on, and nobody waits for it. */
export async function runWithRequestTimeout<T>(
  { services }: RestContext,
  work: () => Promise<T>,
): Promise<T> {
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
