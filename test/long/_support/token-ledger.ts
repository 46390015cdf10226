/**
 * The ledger of a cluster of gateways: which tokens were issued and revoked. It reports the served calls of the limited
 * application to the ledger of its limit. A request whose response is lost counts as if it had not been made.
 */
import { apiPath, clientSecret, revocationPath, tokenPath } from './cluster-documents.ts'
import type { LimitLedger } from './limit-ledger.ts'

/** A token that a node has acknowledged. */
export interface IssuedToken {
  access: string
  refresh: string
  isRevoked: boolean
}

const timeoutMs = 5_000

export class TokenLedger {
  readonly issued: IssuedToken[] = []
  /** Acknowledged tokens that a node rejected, and revoked ones that a node accepted. */
  readonly violations: string[] = []
  /** Requests that were answered with an error or not at all, which faults may cause. */
  failed = 0
  readonly #limit: LimitLedger

  constructor(limit: LimitLedger) {
    this.#limit = limit
  }

  /** Requests a token at a node. Returns undefined when there was none. */
  async issue(node: string, client = 'open'): Promise<IssuedToken | undefined> {
    const form = { grant_type: 'password', scope: 'things', username: 'anna', password: 'secret' }
    const answer = await this.#post(`${node}${tokenPath}`, { ...form, client_id: client })
    if (answer?.status !== 200) return undefined
    const { access_token, refresh_token } = answer.body as Record<string, string>
    const token = { access: String(access_token), refresh: String(refresh_token), isRevoked: false }
    if (client === 'open') this.issued.push(token)
    return token
  }

  /** Calls the API with a token, which must open it. */
  async call(node: string, token: IssuedToken): Promise<void> {
    const status = await this.#request(node, token)
    if (status === 401 && !token.isRevoked) this.violations.push(`${node} rejected an acknowledged token`)
  }

  /** Revokes a token. Returns whether a node acknowledged it. */
  async revoke(node: string, token: IssuedToken): Promise<boolean> {
    token.isRevoked = true // it may be, also when the response is lost
    const answer = await this.#post(`${node}${revocationPath}`, { client_id: 'open', token: token.access })
    return answer?.status === 200
  }

  /** Calls the API with a revoked token, which must not open it. */
  async callRevoked(node: string, token: IssuedToken): Promise<void> {
    if ((await this.#request(node, token)) === 200) this.violations.push(`${node} accepted a revoked token`)
  }

  /** Calls the API as the limited application. Returns the status, or undefined without a response. */
  async callLimited(node: string, token: IssuedToken): Promise<number | undefined> {
    const { phase } = this.#limit
    const status = await this.#request(node, token)
    if (status === 200) this.#limit.addServed(phase)
    return status
  }

  /** Uses a refresh token. Returns the status, or undefined without a response. */
  async refresh(node: string, { refresh }: IssuedToken): Promise<number | undefined> {
    const form = { grant_type: 'refresh_token', refresh_token: refresh, client_id: 'open' }
    return (await this.#post(`${node}${tokenPath}`, form))?.status
  }

  async #request(node: string, { access }: IssuedToken): Promise<number | undefined> {
    const headers = { authorization: `Bearer ${access}` }
    const answer = await fetch(`${node}${apiPath}`, { headers, signal: AbortSignal.timeout(timeoutMs) }).catch(
      () => undefined,
    )
    await answer?.arrayBuffer().catch(() => {})
    if (!answer || answer.status >= 500) this.failed += 1
    return answer?.status
  }

  async #post(url: string, form: Record<string, string>): Promise<{ status: number; body: unknown } | undefined> {
    try {
      const body = new URLSearchParams({ ...form, client_secret: clientSecret })
      const answer = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(timeoutMs) })
      if (answer.status >= 500) this.failed += 1
      return { status: answer.status, body: await answer.json() }
    } catch {
      this.failed += 1
      return undefined
    }
  }
}
