/** What a browser does for a page: it keeps the cookie, and the page sends the CSRF token with every change. */

import { buildPortalDocument } from '../../../../../src/gateway/parts/portal/openapi/portal-document.ts'
import type { ProblemDetails, SessionView } from '../../../../../src/gateway/parts/portal/rest/index.ts'
import type { OpenApiDocument } from '../../../../../src/shared/http/openapi/openapi-document.ts'
import { findUndocumented } from '../../../../_support/openapi.ts'
import { portalRoutes } from './portal-routes.ts'

export interface Answer<T = unknown> {
  status: number
  headers: Headers
  body: T
}

export const password = 'correct horse'

/** The same for every portal, except for its base path. */
const document: OpenApiDocument = buildPortalDocument({ path: '', routes: portalRoutes })

/** Throws when the OpenAPI document of the portal does not describe a response. */
function requireDocumented(method: string, path: string, { status, headers }: Response, body: unknown): void {
  const contentType = headers.get('content-type') ?? undefined
  if (!contentType?.includes('json')) return
  const undocumented = findUndocumented(document, method, path, { status, contentType, body })
  if (undocumented) throw new Error(`${undocumented}: describe it in src/gateway/parts/portal/rest/`)
}

export class Browser {
  cookie = ''
  csrf = ''
  /** Another worker may be asked next. */
  origin: string
  readonly #prefix: string

  constructor(origin: string, prefix: string) {
    this.origin = origin
    this.#prefix = prefix
  }

  /** Calls a resource; what the answer says of cookies is kept. */
  async call<T = ProblemDetails>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const answer = await fetch(`${this.origin}${this.#prefix}/api/v1${path}`, {
      method,
      redirect: 'manual',
      headers: {
        connection: 'close',
        ...(this.cookie && { cookie: this.cookie }),
        ...(this.csrf && { 'x-csrf-token': this.csrf }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    const set = answer.headers.getSetCookie()[0]?.split(';', 1)[0]
    if (set !== undefined) this.cookie = set
    const content = text && JSON.parse(text)
    requireDocumented(method, path, answer, content)
    return { status: answer.status, headers: answer.headers, body: content as T }
  }

  get<T = ProblemDetails>(path: string): Promise<Answer<T>> {
    return this.call<T>('GET', path)
  }

  async signUp(name: string, more: object = {}): Promise<Answer<SessionView>> {
    return this.#began(await this.call<SessionView>('POST', '/account', { name, password, ...more }))
  }

  async signIn(name: string, given = password): Promise<Answer<SessionView>> {
    return this.#began(await this.call<SessionView>('POST', '/session', { name, password: given }))
  }

  #began(answer: Answer<SessionView>): Answer<SessionView> {
    this.csrf = answer.body.csrf ?? this.csrf
    return answer
  }
}
