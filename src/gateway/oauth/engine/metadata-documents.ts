/**
 * Clients that are named by the URL of their metadata: OAuth Client ID Metadata Document, draft 02. oidc-provider reads, checks and
 * caches the document; the client becomes an application of the catalog, which follows the document at each sign-in.
 */
import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { errors, type Client as LibraryClient, type Provider } from 'oidc-provider'
import type { MetadataDocumentSettings, RegistrationSettings } from '../../config/types/index.ts'
import { OauthError } from '../errors/oauth-error.ts'
import type { ProviderParts } from '../request/provider-parts.ts'
import { isLoopback } from './client-metadata.ts'
import { readRegisteredApplication } from './registered-applications.ts'

/** How many documents a process reads at most in a minute, because visitors choose their URLs. */
const maxFetchesPerMinute = 60
const maxUrlLength = 256

/** Returns the feature of oidc-provider. */
export function buildMetadataDocumentFeature(settings: MetadataDocumentSettings | undefined) {
  let minute = 0
  let fetches = 0
  return {
    clientIdMetadataDocument: {
      enabled: settings !== undefined,
      ack: 'draft-02',
      allowFetch(_ctx: unknown, id: string) {
        const { hosts } = settings ?? {}
        if (hosts && hosts.size > 0 && !hosts.has(new URL(id).hostname)) return false
        const now = Math.floor(performance.now() / 60_000)
        fetches = now === minute ? fetches + 1 : 1
        minute = now
        return fetches <= maxFetchesPerMinute
      },
    },
  }
}

type FindClient = (id: string) => Promise<LibraryClient | undefined>

const readers = new WeakMap<Provider['Client'], FindClient>()

/** Keeps how the library finds a client whom no adapter knows: by its document. Call it before `Client.find` is replaced. */
export function keepDocumentReader(OwnClient: Provider['Client']): void {
  const find = OwnClient.find as unknown as FindClient
  const unknown = Object.create(OwnClient, { adapter: { value: { find: async () => undefined } } })
  readers.set(OwnClient, (id) => find.call(unknown, id))
}

/**
 * Returns a function that reads the document of a client, and makes or changes its application. It returns whether it did: the next
 * request finds the application. It throws `OauthError` when the document is not accepted. Undefined where no URL names a client.
 */
export function buildDocumentFollower(engine: () => Provider, parts: ProviderParts) {
  const { registration } = parts.settings
  if (!registration?.metadataDocuments) return undefined
  return async (id: string): Promise<boolean> => {
    // References such as $env{NAME} have no place in a document that a client writes.
    const isUrl = id.startsWith('https://') && id.length <= maxUrlLength && !id.includes('$')
    return isUrl && followDocument(id, engine(), parts, registration)
  }
}

async function followDocument(
  id: string,
  engine: Provider,
  parts: ProviderParts,
  registration: RegistrationSettings,
): Promise<boolean> {
  const { consumers, registeredApplications: applications } = parts
  const known = consumers.find(id)?.application
  const name = `client-${createHash('sha256').update(id).digest('hex').slice(0, 24)}`
  if (!applications || (known && known.name !== name)) return false // the operator has added this client

  const client = await readers.get(engine.Client)?.(id).catch(rejectDocument)
  const metadata = client?.metadata()
  if (!metadata) throw rejected('the URL is not one of a document')
  const { redirect_uris: redirects = [] } = metadata
  const foreign = redirects.find((each) => !belongsTo(each, new URL(id)))
  if (redirects.length === 0 || foreign !== undefined) {
    const found = foreign === undefined ? 'it has none' : `found ${foreign}`
    throw rejected(`redirect_uris must have the origin of the document or be on the device of the user: ${found}`)
  }
  const wanted = await readRegisteredApplication(id, metadata, registration)
  const { title, redirectEndpoints } = wanted
  if (!known) await applications.create({ ...wanted, name })
  else if (known.title !== title || !isDeepStrictEqual([...known.redirectEndpoints], [...redirectEndpoints]))
    await applications.change(name, { title, redirectEndpoints })
  else return false
  return true
}

/** Returns whether a redirect URI has the origin of the document, or is on the device of the user. */
function belongsTo(redirect: string, { origin }: URL): boolean {
  return new URL(redirect).origin === origin || isLoopback(redirect)
}

function rejectDocument(error: unknown): never {
  if (!(error instanceof errors.OIDCProviderError) || error instanceof OauthError) throw error
  throw rejected(error.error_detail ?? error.error_description ?? error.message, error)
}

function rejected(words: string, cause?: unknown): OauthError {
  const description = `The metadata document of the client was not accepted: ${words}`.slice(0, 500)
  return new OauthError('invalid_client', description, { status: 400, cause })
}
