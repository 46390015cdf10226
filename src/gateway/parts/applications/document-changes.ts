/**
 * The change that each edit makes to the document of an application, after its checks.
 *
 * Texts of developers must not contain references such as `$env{...}`, which would read secrets of the gateway.
 */
import { getDomain } from 'tldts'
import {
  addCredential,
  addNewSecret,
  applicationFilePath,
  escapeReferences,
  removeCredential,
  removeOldSecrets,
  removeSubscription,
  renderApplication,
  selectRetainedSecret,
  setApplicationSettings,
  setRequestedPlan,
  setSubscription,
} from '../../config/index.ts'
import {
  type Application,
  findProduct,
  findSubscription,
  isOpenProduct,
  type PortalSettings,
} from '../../config/types/index.ts'
import type { RegisteredClient } from '../../contract/registered-client.ts'
import type { ApplicationEdit } from '../../runtime/applications/application-edit.ts'
import type { CatalogWithoutApis } from '../../runtime/documents/serialized-config.ts'
import { ApplicationEditError } from './edit-error.ts'

type Doing = ApplicationEdit['do']
type EditOf<D extends Doing> = Extract<ApplicationEdit, { do: D }>

interface Asked<D extends Doing> {
  catalog: CatalogWithoutApis
  /** The application; undefined only for `create`. */
  application: Application
  /** The applications of the user. */
  own: readonly Application[]
  edit: EditOf<D>
  /** Milliseconds since the epoch. */
  now: number
}

/** What an edit does to the document at a path, relative to the folder of the documents. */
export type ApplicationChange = { file: string } & (
  | { do: 'add'; text: string }
  | { do: 'change'; change(text: string): string }
  | { do: 'remove' }
)

/** Returns the change of a document for an edit. Throws `ApplicationEditError`. */
export function buildDocumentChange(
  asked: Omit<Asked<Doing>, 'application'> & { application: Application | undefined },
): ApplicationChange {
  const change = changes[asked.edit.do] as (asked: object) => ApplicationChange
  return change(asked)
}

const maxCredentials = 10

const changes: { [D in Doing]: (asked: Asked<D>) => ApplicationChange } = {
  create({ catalog, application, own, edit }) {
    if (application) throw new ApplicationEditError('name_taken')
    const { registered } = edit
    if (registered) checkRegistrations(own, edit.clientId, registered)
    else if (own.length >= (catalog.portal as PortalSettings).maxApplications)
      throw new ApplicationEditError('too_many_applications')

    const { application: name, by, settings, registered: _, ...facts } = edit
    const file = applicationFilePath(catalog, name)
    const text = renderApplication({
      ...facts,
      name,
      owner: escapeReferences(by),
      settings: escapeTexts(settings),
      grants: registered?.grants,
      keys: registered?.keys,
      subscriptions: registered ? [registered.subscription] : [],
    })
    return { file, do: 'add', text }
  },

  change: ({ application, edit: { settings } }) =>
    changing(application, (text) => setApplicationSettings(text, escapeTexts(settings))),

  remove: ({ application: { location } }) => ({ file: location.file, do: 'remove' }),

  'reset secret'({ application, now, edit: { secretHash, keepOld, keep: named, oldUntil, secretExpiresAt } }) {
    const [credential] = application.credentials
    if (application.clientType === 'public' || !credential) throw new ApplicationEditError('no_secret')
    const keep = selectRetainedSecret(credential, { keepOld, keep: named }, now)
    if (keep === 'ambiguous') throw new ApplicationEditError('two_secrets')
    if (keep === 'missing') throw new ApplicationEditError('one_secret')
    return changing(application, (text) =>
      addNewSecret(text, { credential, index: 0 }, secretHash, { keep, oldUntil, expiresAt: secretExpiresAt }),
    )
  },

  'add credential'({ application, edit: { credential: name, clientId, secretHash, createdAt, secretExpiresAt } }) {
    if (application.clientType === 'public') throw new ApplicationEditError('no_secret')
    if (application.credentials.some((each) => each.name === name)) throw new ApplicationEditError('credential_taken')
    if (application.credentials.length >= maxCredentials) throw new ApplicationEditError('too_many_credentials')
    return changing(application, (text) =>
      addCredential(text, { name, clientId, secretHash, createdAt, secretExpiresAt }),
    )
  },

  'remove credential'({ application, edit: { credential: name } }) {
    const { credentials } = application
    const index = credentials.findIndex((each) => each.name === name)
    const found = credentials[index]
    if (!found) throw new ApplicationEditError('unknown_credential')
    if (credentials.length === 1) throw new ApplicationEditError('last_credential')
    return changing(application, (text) => removeCredential(text, { clientId: found.clientId, index }))
  },

  'drop old secret'({ application }) {
    const [credential] = application.credentials
    if (!credential || credential.secretHashes.length < 2) throw new ApplicationEditError('one_secret')
    return changing(application, (text) => removeOldSecrets(text, { credential, index: 0 }))
  },

  subscribe({ catalog, application, edit: { product: named, plan: wanted } }) {
    const product = findSubscription(application, named, catalog)?.product ?? named
    const found = findProduct(catalog.products, product)
    if (!found || !isOpenProduct(found)) throw new ApplicationEditError('unknown_product')
    const plan = found.plans.get(wanted)
    if (!plan) throw new ApplicationEditError('unknown_plan')

    const present = findSubscription(application, product, catalog)
    if (!present && found.state === 'deprecated') throw new ApplicationEditError('product_deprecated')
    if (present?.state === 'disabled') throw new ApplicationEditError('subscription_disabled')
    const isInUse = present?.state === 'enabled'
    if (!plan.approval || (isInUse && present.plan === wanted))
      return changing(application, (text) => setSubscription(text, { product, plan: wanted, state: 'enabled' }))
    return changing(application, (text) =>
      isInUse
        ? setRequestedPlan(text, product, wanted) // the plan in use stays until the owner has decided
        : setSubscription(text, { product, plan: wanted, state: 'pending' }),
    )
  },

  leave({ catalog, application, edit: { product: named, only } }) {
    const present = findSubscription(application, named, catalog)
    if (!present) throw new ApplicationEditError('not_subscribed')
    const { product } = present
    if (present.state === 'disabled') throw new ApplicationEditError('subscription_disabled')
    if (only === undefined || present.state === 'pending')
      return changing(application, (text) => removeSubscription(text, product))
    if (present.requestedPlan === undefined) throw new ApplicationEditError('nothing_requested')
    return changing(application, (text) => setRequestedPlan(text, product, undefined))
  },

  decide({ catalog, application, edit: { product: named, plan, decision } }) {
    const present = findSubscription(application, named, catalog)
    const product = present?.product ?? named
    const isPending = present?.state === 'pending'
    if ((isPending ? present.plan : present?.requestedPlan) !== plan)
      throw new ApplicationEditError('nothing_requested')
    return changing(application, (text) => {
      if (decision === 'approve') return setSubscription(text, { product, plan, state: 'enabled' })
      return isPending ? removeSubscription(text, product) : setRequestedPlan(text, product, undefined)
    })
  },
}

/**
 * Throws when a provider has enough registered clients. Those of metadata documents, which anybody can write, count apart from those with
 * the initial access token; and the documents of one site are a tenth of all at most, so that one owner of a domain cannot use them up.
 */
function checkRegistrations(
  own: readonly Application[],
  clientId: string,
  { maxApplications }: RegisteredClient,
): void {
  const site = findSite(clientId)
  const sites = own.map(({ credentials }) => findSite(credentials[0]?.clientId ?? ''))
  const sameKind = sites.filter((each) => (each === undefined) === (site === undefined)).length
  const sameSite = site === undefined ? 0 : sites.filter((each) => each === site).length
  if (sameKind >= maxApplications || sameSite >= Math.max(1, Math.floor(maxApplications / 10)))
    throw new ApplicationEditError('too_many_applications')
}

/** Returns the site of a metadata document: its domain below a public suffix, else its host; undefined for others. */
function findSite(clientId: string): string | undefined {
  if (!clientId.startsWith('https://')) return undefined
  return getDomain(clientId) ?? new URL(clientId).hostname
}

/** Returns the settings with every text escaped. */
function escapeTexts(settings: EditOf<'change'>['settings']): EditOf<'change'>['settings'] {
  return JSON.parse(JSON.stringify(settings), (_, value) =>
    typeof value === 'string' ? escapeReferences(value) : value,
  )
}

function changing({ location }: Application, change: (text: string) => string): ApplicationChange {
  return { file: location.file, do: 'change', change }
}
