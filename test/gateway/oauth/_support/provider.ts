/** A provider on a real server at a free port, and the requests that tests make of it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExecutionContext } from 'ava'
import type { Application, Catalog, ProviderSettings } from '../../../../src/gateway/config/types/index.ts'
import type { DecideToken } from '../../../../src/gateway/contract/access/token-decision.ts'
import {
  type OauthEvent,
  type OauthProvider,
  openOauthProvider,
  type RegisteredApplications,
} from '../../../../src/gateway/oauth/index.ts'
import { openLog } from '../../../../src/shared/lib/output/log.ts'
import type { UserRegistry } from '../../../../src/shared/registries/contract/user-registry.ts'
import { openMemoryStore, type StateStore } from '../../../../src/shared/storage/index.ts'
import { applications, catalogOf, settings } from './documents.ts'
import { consumersOf, registry } from './people.ts'

export interface Setup {
  settings?: Partial<ProviderSettings>
  applications?: readonly Application[]
  /** Other members of the catalog. */
  catalog?: Partial<Catalog>
  store?: StateStore
  registry?: UserRegistry
  /** The time at the start, otherwise the present time. In milliseconds since the epoch. */
  now?: number
  /** The address under which it is known; otherwise its own. */
  baseUrl?: string
  announce?: (message: unknown) => void
  registeredApplications?: RegisteredApplications
  events?: (event: OauthEvent) => void
  decideToken?: DecideToken
}

export type Running = Awaited<ReturnType<typeof run>>

/** Runs a provider until the test ends. */
export async function run(t: ExecutionContext, setup: Setup = {}) {
  const time = { now: setup.now ?? Date.now() }
  const clock = () => time.now
  const store = setup.store ?? openMemoryStore({ clock })
  const people = consumersOf(setup.applications ?? applications)
  const lines: string[] = []
  const log = openLog({ write: (line) => lines.push(line) })

  let provider: OauthProvider | undefined
  const server = createServer((request, response) => provider?.handle(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const baseUrl = setup.baseUrl ?? own

  const open = () =>
    openOauthProvider({
      catalog: { ...catalogOf(setup.applications), ...setup.catalog },
      settings: { ...settings, ...setup.settings },
      baseUrl,
      store,
      registry: setup.registry ?? registry,
      consumers: people.consumers,
      clock,
      log,
      ...(setup.announce && { announce: setup.announce }),
      ...(setup.registeredApplications && { registeredApplications: setup.registeredApplications }),
      ...(setup.events && { onEvent: setup.events }),
      ...(setup.decideToken && { decideToken: setup.decideToken }),
    })
  provider = await open()
  t.teardown(async () => {
    await provider?.close()
    server.closeAllConnections()
    server.close()
  })

  const running = {
    get provider() {
      return provider as OauthProvider
    },
    issuer: provider.issuer,
    tokenUrl: `${provider.issuer}/oauth2/token`,
    baseUrl,
    /** Where this very process answers for the issuer. */
    address: `${own}${provider.path}`,
    store,
    time,
    people,
    lines,
    open,

    /** Closes the provider and opens it again on the same store, perhaps with other documents. */
    async restart(changed?: Partial<Setup>) {
      Object.assign(setup, changed)
      await provider?.close()
      const { known } = consumersOf(setup.applications ?? applications)
      for (const [id, client] of known) people.known.set(id, client)
      provider = await open()
    },

    post: (form: Form, headers: Record<string, string> = {}) => post(running.tokenUrl, form, headers),

    /** The answer to a password grant that must succeed. */
    async signIn(form: Exclude<Form, string> = {}) {
      const { status, body } = await running.post({ ...passwordForm, ...form })
      if (status !== 200) throw new Error(`the sign-in failed: ${JSON.stringify(body)}`)
      return body
    },

    refresh: (refreshToken: string, form: Exclude<Form, string> = {}) =>
      running.post({ ...client, grant_type: 'refresh_token', refresh_token: refreshToken, ...form }),
  }
  return running
}

/**
 * A store in which the first two uses of records of a kind meet: neither is stored before the other has come as far.
 */
export function meetingStore(kind: string): StateStore {
  const store = openMemoryStore({ clock: Date.now })
  const met = Promise.withResolvers<void>()
  let uses = 0
  return {
    ...store,
    async consume(...given) {
      if (given[0] === kind) {
        uses += 1
        if (uses === 2) met.resolve()
        await met.promise
      }
      return store.consume(...given)
    },
  }
}

export type Form = Readonly<Record<string, string>> | string

const client = { client_id: 'app', client_secret: 'app-secret' }

export const passwordForm = {
  grant_type: 'password',
  ...client,
  username: 'alice',
  password: 'alice-password',
  scope: 'customer',
}

/** A form without some of its fields. */
export function without(form: Record<string, string>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(form).filter(([name]) => !names.includes(name)))
}

/** Posts a form; what came back, with its body as JSON. */
export async function post(url: string, form: Form, headers: Record<string, string> = {}) {
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  return answerOf(await fetch(url, { method: 'POST', body, headers: { ...type, ...headers } }))
}

export async function answerOf(response: Response) {
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parse(text) }
}

/** The members of the answers that tests look at; which are there depends on the answer. */
export interface Body {
  access_token: string
  refresh_token: string
  scope: string
  error: string
  error_description: string
  [member: string]: unknown
}

function parse(text: string): Body {
  try {
    return JSON.parse(text)
  } catch {
    return { access_token: '', refresh_token: '', scope: '', error: 'no JSON', error_description: text }
  }
}
