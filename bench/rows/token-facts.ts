/** Measures introspection and userinfo with one live access token. */
import { rm } from 'node:fs/promises'
import { compare, type Peer, type RowResult } from '../harness/compare.ts'
import { writeOpenidDocuments } from '../harness/documents.ts'
import type { Load } from '../harness/load-types.ts'
import { cores } from '../harness/process.ts'
import { roundOptions } from '../harness/round-options.ts'
import { runWithBackend, startScript } from '../peers/script.ts'
import { startSluice, tokenForm } from '../peers/sluice.ts'

/** The URLs of a running provider. */
interface Endpoints {
  token: string
  introspection: string
  userinfo: string
}

type TokenLoad = Pick<Load, 'url' | 'headers' | 'requests'>

/** The measured requests by the name of their row. */
const loads: Record<string, (endpoints: Endpoints, token: string) => TokenLoad> = {
  introspection({ introspection }, token) {
    const { client_id, client_secret } = tokenForm
    const body = new URLSearchParams({ client_id, client_secret, token }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    return { url: introspection, headers, requests: [{ method: 'POST', body }] }
  },
  userinfo: ({ userinfo }, token) => ({ url: userinfo, headers: { authorization: `Bearer ${token}` } }),
}

export async function measureTokenFacts(): Promise<RowResult[]> {
  const documents = await writeOpenidDocuments()
  try {
    return await runWithBackend(async (backendPort) => {
      const rows: RowResult[] = []
      for (const [row, loadOf] of Object.entries(loads)) rows.push(...(await measure(row, loadOf)))
      return rows

      function measure(row: string, loadOf: (endpoints: Endpoints, token: string) => TokenLoad) {
        const sluice = {
          name: 'Sluice',
          async start() {
            const { catalog, pid, close } = await startSluice(backendPort, { documents })
            return { ...loadOf(...(await signIn(endpointsAt(`${catalog}/oauth/oauth2`)))), pids: [pid], close }
          },
        }
        const bareProvider: Peer = {
          name: 'bare oidc-provider, opaque tokens in memory',
          target: 1,
          async start() {
            const args = [`http://127.0.0.1:${backendPort}`]
            const { port, pid, close } = await startScript(cores.subject, 'bare-provider.ts', { args })
            const root = `http://127.0.0.1:${port}`
            const endpoints = {
              token: `${root}/token`,
              introspection: `${root}/token/introspection`,
              userinfo: `${root}/me`,
            }
            return { ...loadOf(...(await signIn(endpoints))), pids: [pid], close }
          },
        }
        return compare(row, sluice, [bareProvider], { ...roundOptions, connections: 32 })
      }
    })
  } finally {
    await rm(documents, { recursive: true })
  }
}

function endpointsAt(base: string): Endpoints {
  return { token: `${base}/token`, introspection: `${base}/introspect`, userinfo: `${base}/userinfo` }
}

/** Returns the endpoints and an access token with the scope `openid`, which both peers have. */
async function signIn(endpoints: Endpoints): Promise<[Endpoints, string]> {
  const body = new URLSearchParams({ ...tokenForm, scope: 'openid' })
  const response = await fetch(endpoints.token, { method: 'POST', body })
  const { access_token: token } = (await response.json()) as { access_token?: string }
  if (token === undefined) throw new Error(`there is no token at ${endpoints.token}`)
  return [endpoints, token]
}
