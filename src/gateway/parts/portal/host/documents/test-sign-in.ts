/** Tests a user registry as its document describes it: signs one user in, and says what the registry did. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { attempt } from '../../../../../shared/lib/collections/attempt.ts'
import { openLog } from '../../../../../shared/lib/output/log.ts'
import {
  type LocalRegistrySettings,
  openUserRegistries,
  RegistryUnavailableError,
  type UserRegistry,
} from '../../../../../shared/registries/index.ts'
import { openStateStore } from '../../../../../shared/storage/index.ts'
import { type DocumentOverlay, findForeignFile } from '../../../../config/index.ts'
import type { Catalog } from '../../../../config/types/index.ts'
import { renderErrors } from '../../../../lib/output/render-problem.ts'
import { editYaml, readYaml } from '../../../../lib/yaml/edit-yaml.ts'
import { type DocumentRows, openDocumentLoader } from '../../../../runtime/documents/open-documents.ts'
import type { SignInTestRequest, SignInTestView } from '../../index.ts'
import type { DocumentFolder, SignInTest } from '../../processes/messages.ts'
import { findHostRefusal } from './allowed-test-hosts.ts'

const accepted = 'The registry accepted the user name and the password.'
const rejected = 'The registry rejected the user name or the password.'

/** Signs in. The password goes to the registry only, not to log or result; its warnings become steps of the result. */
export async function testSignIn(request: SignInTest, parts: readonly DocumentRows[]): Promise<SignInTestView> {
  const steps: string[] = []
  const before = await readFile(join(request.folder, request.file), 'utf8').catch(() => undefined)
  const change = { file: request.file, before, after: request.text }
  const foreign = findForeignFile(change, request.folder, request.environment)
  if (foreign !== undefined) return { outcome: 'invalid', steps, message: `${foreign}.` }
  const found = await findCatalog(request, parts)
  if ('problems' in found)
    return { outcome: 'invalid', steps: found.problems, message: 'The document has errors: correct them first.' }

  const { catalog, name } = found
  const refusal = findHostRefusal(catalog.registries.get(name), found.saved, request.environment)
  if (refusal !== undefined) return { outcome: 'invalid', steps: [], message: refusal }
  const log = openLog({ level: 'warn', write: (line) => steps.push(readMessage(line)) })
  const settings = catalog.registries.get(name)
  const { users } = (settings?.settings ?? {}) as Partial<LocalRegistrySettings>
  const store = users === 'store' ? (await openStateStore(request.store)).store : undefined
  const registries = openUserRegistries(settings ? [settings] : [], {
    log,
    store,
    tls(profile) {
      const files = catalog.tlsProfiles.get(profile)
      if (!files) throw new Error(`the catalog has no TLS profile "${profile}"`)
      return files
    },
  })
  try {
    const registry = registries.all.get(name) as UserRegistry
    const user = await registry.authenticate(request.user, request.password, {
      onStep: (step) => void steps.push(step),
    })
    if (!user) return { outcome: 'rejected', steps, message: rejected }
    return { outcome: 'accepted', steps, message: `${accepted} Tokens name the user "${user.credential}".` }
  } catch (error) {
    if (!(error instanceof RegistryUnavailableError)) throw error
    return { outcome: 'unavailable', steps, message: `${sentence(error.message)} No user can sign in.` }
  } finally {
    await registries.close()
    await store?.close()
  }
}

/** `saved` are the catalogs without the text of the request. */
type Found = { catalog: Catalog; name: string; saved: readonly Catalog[] } | { problems: string[] }

/** Finds a catalog with the registry; a registry that no catalog enables is enabled in the first one, in memory. */
async function findCatalog(
  { folder, environment, file, text }: DocumentFolder & SignInTestRequest,
  parts: readonly DocumentRows[],
): Promise<Found> {
  const load = openDocumentLoader({ configFolder: folder, environment }, parts, { sandbox: true })
  const name = nameIn(text)
  const overlay = { file, text }
  const first = await load([overlay])
  const catalogs = (first.config ?? first.readable)?.catalogs ?? []
  const own = first.problems.filter((each) => each.severity === 'error' && each.file === file)
  if (own.length > 0 || name === undefined) return { problems: renderErrors(own) }
  const readSaved = async (overlays: readonly DocumentOverlay[]) => {
    const { config, readable } = await load(overlays)
    return (config ?? readable)?.catalogs ?? []
  }
  const enabled = catalogs.find(({ registries }) => registries.has(name))
  if (enabled) return { catalog: enabled, name, saved: await readSaved([]) }

  const place = catalogs[0]?.location.file
  if (place === undefined) return { problems: renderErrors(first.problems) }
  const enabling = await enableRegistry(folder, place, name)
  const second = await load([overlay, enabling])
  const catalog = (second.config ?? second.readable)?.catalogs.find(({ registries }) => registries.has(name))
  return catalog ? { catalog, name, saved: await readSaved([enabling]) } : { problems: renderErrors(second.problems) }
}

async function enableRegistry(folder: string, file: string, name: string): Promise<DocumentOverlay> {
  const text = await readFile(join(folder, file), 'utf8')
  return { file, text: editYaml(text, [{ do: 'insert', path: ['api_user_registries'], index: 0, value: name }]) }
}

function nameIn(text: string): string | undefined {
  const { name } = (attempt(() => readYaml(text)) ?? {}) as { name?: unknown }
  return typeof name === 'string' ? name : undefined
}

/** Returns the message of a line of the log. */
function readMessage(line: string): string {
  const { msg = line } = JSON.parse(line) as { msg?: string }
  return sentence(msg)
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
