/** Calls to the portal's REST resources, by the names that `rest.ts` gives them: `ask('GET /apis/:api', { api })`. */
import { createApiClient, type HttpMethod } from '../../../ui/api/client.ts'
import type { Problem, Resources } from '../../rest/index.ts'

type Resource = keyof Resources
export type Answer<R extends Resource> = Resources[R]['answer']

type Names<Path> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | Names<More>
    : Rest
  : never
type Params<R extends Resource> = { readonly [Name in Names<R>]: string }
type Body<R extends Resource> = Resources[R] extends { body: infer Given }
  ? { body: Given }
  : { body?: never }

export type Wish<R extends Resource> = Body<R> & {
  query?: Readonly<Record<string, string | number | undefined>>
  signal?: AbortSignal
}

/** Of the session; whatever changes something carries it. */
let csrf = ''

const { request: call, onSignedOut } = createApiClient({
  base: new URL('api/v1/', document.baseURI),
  sessionPath: 'session',
  csrfHeaders: () => ({ 'X-CSRF-Token': csrf }),
  readErrorMessage: (body) => reasonOf((body ?? {}) as Partial<Problem>),
})

export { onSignedOut }

export function carryCsrf(token: string): void {
  csrf = token
}

/** Answers the body, or throws `Refused`. */
export function ask<R extends Resource>(resource: R, params: Params<R>, wish: Wish<R>): Promise<Answer<R>> {
  const [method, path = ''] = resource.split(' ')
  const names = params as Readonly<Record<string, string>>
  const filled = path.slice(1).replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(names[name] ?? ''))
  return call(method as HttpMethod, filled, wish)
}

/** The sentence, and what is wrong with single fields. */
function reasonOf({ detail, fields }: Partial<Problem>): string | undefined {
  const more = fields?.map(({ field, message }) => `${field}: ${message}`) ?? []
  return detail === undefined
    ? undefined
    : [detail, ...more.filter((each) => !detail.includes(each))].join(' ')
}
