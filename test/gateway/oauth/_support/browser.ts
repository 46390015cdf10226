/** A browser without scripts: keeps cookies with their paths, follows redirects as far as the product goes, sends forms. */
import { createHash, randomBytes } from 'node:crypto'
import type { Running } from './provider.ts'

export interface Page {
  status: number
  url: string
  text: string
  headers: Headers
}

export function openBrowser(origin: string) {
  const cookies = new Map<string, { value: string; path: string }>()

  return {
    cookies,
    get: (url: string) => follow(url, { method: 'GET' }),
    /** Sends the form of a page to the page's own address. */
    submit: (page: Page, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      follow(page.url, formRequest(fields, headers)),
    /** The same, without following the redirect: its status and the URL that it leads to. */
    async submitOnce(page: Page, fields: Record<string, string>): Promise<{ status: number; url: string }> {
      const response = await request(page.url, formRequest(fields))
      await response.body?.cancel()
      return { status: response.status, url: new URL(response.headers.get('location') as string, page.url).href }
    },
  }

  function formRequest(fields: Record<string, string>, headers: Record<string, string> = {}): RequestInit {
    return { method: 'POST', body: new URLSearchParams(fields), headers: { origin, ...headers } }
  }

  async function request(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', cookiesFor(new URL(url).pathname))
    const response = await fetch(url, { ...init, headers, redirect: 'manual' })
    keep(response.headers.getSetCookie())
    return response
  }

  async function follow(url: string, init: RequestInit): Promise<Page> {
    const response = await request(url, init)
    const location = response.headers.get('location')
    if (location === null) {
      const text = await response.text()
      const [, refresh] = /<meta http-equiv="refresh" content="0; url=([^"]+)">/.exec(text) ?? []
      if (refresh !== undefined) return follow(new URL(refresh, url).href, { method: 'GET' })
      return { status: response.status, url, text, headers: response.headers }
    }
    await response.body?.cancel()
    const next = new URL(location, url)
    if (next.origin !== origin) return { status: response.status, url: next.href, text: '', headers: response.headers }
    return follow(next.href, { method: 'GET' })
  }

  function cookiesFor(path: string): string {
    const own = [...cookies].filter(([, cookie]) => path.startsWith(cookie.path))
    return own.map(([key, { value }]) => `${key.split(' ')[0]}=${value}`).join('; ')
  }

  function keep(lines: string[]) {
    for (const line of lines) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) as unknown as [string, string, string]
      const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/'
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(`${name} ${path}`)
      else cookies.set(`${name} ${path}`, { value, path })
    }
  }
}

/** A verifier and its challenge. RFC 7636. */
export function proof() {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

export const webApp = { client_id: 'web-app', client_secret: 'web-app-secret' }
export const callback = 'https://web.example/callback'

/** The address at which an authorization begins. An empty parameter is left out. */
export function authorizeUrl({ issuer }: Running, challenge: string, parameters: Record<string, string> = {}): string {
  const all = {
    response_type: 'code',
    client_id: 'web-app',
    redirect_uri: callback,
    scope: 'customer',
    state: 'some state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...parameters,
  }
  const given = Object.entries(all).filter(([, value]) => value !== '')
  return `${issuer}/oauth2/authorize?${new URLSearchParams(given)}`
}

/** Signs in and allows; the address that the browser is sent to. */
export async function authorize(
  running: Running,
  challenge: string,
  parameters?: Record<string, string>,
  user = 'alice',
) {
  const browser = openBrowser(running.baseUrl)
  const login = await browser.get(authorizeUrl(running, challenge, parameters))
  const consent = await browser.submit(login, { username: user, password: `${user}-password` })
  const done = await browser.submit(consent, { decision: 'allow' })
  return { browser, login, consent, url: new URL(done.url) }
}

/** The form by which the web application redeems the code in the address that the browser was sent to. */
export function redemption(url: URL | string, verifier: string) {
  const code = new URL(url).searchParams.get('code') as string
  return { ...webApp, grant_type: 'authorization_code', code, redirect_uri: callback, code_verifier: verifier }
}
