/** Compares the sign-in of the owner of a token with what an API demands: step-up, RFC 9470. */
import type { AccessToken } from './access-token.ts'

/** What a security definition demands. `maxAge` is in seconds. */
export type SignInDemands = { acrValues: readonly string[] | undefined; maxAge: number | undefined }

/** Returns the demands in the settings of a definition of the type `oauth2`. */
export function readSignInDemands(settings: unknown): SignInDemands {
  const { 'x-acr-values': acrValues, 'x-max-age': maxAge } = settings as Record<string, never>
  return { acrValues, maxAge }
}

/** Returns why the sign-in does not meet the demands; undefined when it does. `now` is in milliseconds since the epoch. */
export function findSignInFault(
  { acr, authTime }: Pick<AccessToken, 'acr' | 'authTime'>,
  { acrValues, maxAge }: SignInDemands,
  now: number,
): string | undefined {
  if (acrValues && !acrValues.includes(acr ?? '')) {
    const reached = acr === undefined ? 'no authentication context class' : `the class ${acr}`
    return `the sign-in of the owner reached ${reached}, the API demands ${acrValues.join(' or ')}`
  }
  if (maxAge === undefined) return undefined
  if (authTime === undefined) return `the token does not say when its owner signed in, the API demands it`
  const age = Math.floor(now / 1000) - authTime
  return age > maxAge ? `the owner signed in ${age} seconds ago, the API demands at most ${maxAge}` : undefined
}
